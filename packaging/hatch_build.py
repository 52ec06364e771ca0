"""Brings resources/ and the compiled translations into the wheel, under studio/."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Lives for one build; an editable install reads both folders from the checkout instead."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        root = Path(self.root)
        included: dict[str, str] = build_data["force_include"]
        if (root / "resources").is_dir():
            included[str(root / "resources")] = "studio/resources"
        self._compiled = tempfile.TemporaryDirectory(prefix="callboard-qm-")
        compiler = root / "packaging" / "translations.py"
        command = [sys.executable, str(compiler), "--into", self._compiled.name]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        for path in sorted(Path(self._compiled.name).glob("*.qm")):
            included[str(path)] = f"studio/translations/{path.name}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            self._compiled.cleanup()
