"""Collected only where other people's servers are there: `packaging/dev.py test --interop`."""

from __future__ import annotations

import os

collect_ignore_glob = [] if os.environ.get("CALLBOARD_INTEROP") else ["test_*.py"]
