import os
import subprocess
import sys

import pytest

_PROBE = """
import linecache, sys
import studio.app
import studio.ui.chat.chat_page
print(len(linecache.cache))
print(*(name for name in sys.modules if name.startswith("studio.")))
"""


@pytest.mark.slow
def test_no_source_is_read_and_kept_to_run_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROBE],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    read, loaded = done.stdout.splitlines()
    # The package itself: read by the hook at the very import that takes it away.
    assert int(read) <= 1
    assert "studio.ui.chat.chat_page" in loaded.split()
