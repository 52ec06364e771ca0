import subprocess
import sys

import pytest

from studio.adapters.trust import plain_context
from studio.tools.web.fetching import Ask
from studio.tools.web.late import LateFetch
from tests.loopback import answer, loopback

_PROBE = """
import sys
import studio.tools.web.catalogue
print(*(name for name in ("httpx", "trafilatura", "lxml") if name in sys.modules))
"""


@pytest.mark.slow
def test_what_fetches_and_what_reads_pages_is_not_loaded_at_the_start() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PROBE], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


_AT_START = """
import sys
import studio.wiring
heavy = ("trafilatura", "lxml", "mcp", "regex", "jsonschema", "studio.harness.screening")
print(*(name for name in heavy if name in sys.modules))
"""


@pytest.mark.slow
def test_what_is_heavy_about_tools_is_not_loaded_with_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _AT_START], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


async def test_the_first_fetch_loads_it() -> None:
    async with loopback(answer("x")) as server:
        late = LateFetch(lambda: ["127.0.0.1"], plain_context)
        assert (await late.fetch(Ask(server.url))).data == b"x"
        assert (await late.fetch(Ask(server.url))).data == b"x"
