"""Callboard in processes of its own, which a test may kill."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from studio.core.messages import Dialect
from studio.core.profiles import ProviderProfile
from tests.conftest import ROOT, Until
from tests.end2end.driven import JOURNAL
from tests.end2end.seat import HOST


def host(url: str, dialect: Dialect = Dialect.OPENAI_CHAT, **changes: object) -> dict[str, Any]:
    """The profile of the test's server, for an order."""
    fields = {"id": HOST, "name": "Loopback", "base_url": f"{url}/v1", "model": "model-a"}
    profile = ProviderProfile.model_validate({**fields, "dialect": dialect, **changes})
    return profile.model_dump(mode="json")


def sends(*prompts: str, profile: str = HOST) -> list[dict[str, str]]:
    return [{"profile": profile, "prompt": prompt} for prompt in prompts]


class Driven:
    """One running Callboard and its journal."""

    def __init__(self, process: "subprocess.Popen[bytes]", journal: Path, until: Until) -> None:
        self.process = process
        self._journal = journal
        self._until = until

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def journal(self) -> list[str]:
        return self._journal.read_text(encoding="utf-8").splitlines()

    async def notes(self, *lines: str) -> None:
        """Waits until all of these were noted."""
        await self._until(lambda: self._is_over() or all(line in self.journal for line in lines))

    async def stands(self) -> None:
        await self._until(
            lambda: self._is_over() or any(line.startswith("driven") for line in self.journal)
        )

    async def ends(self) -> int:
        """Its exit code."""
        await self._until(lambda: self.process.poll() is not None)
        return self.process.returncode

    def kill(self) -> None:
        """As kill -9 does: it cannot do anything about it."""
        self.process.kill()
        self.process.wait()

    def _is_over(self) -> bool:
        assert self.process.poll() is None, f"ended with {self.process.returncode}"
        return False


@contextmanager
def driven(until: Until, home: Path, order: dict[str, Any], **variables: str) -> Iterator[Driven]:
    journal = home.with_name(f"{home.name}.journal")
    journal.touch()
    environment = {**os.environ, "CALLBOARD_HOME": str(home), JOURNAL: str(journal), **variables}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.end2end.driven", json.dumps(order)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield Driven(process, journal, until)
    finally:
        process.kill()
        process.wait()
