from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

import httpx
import pytest

from studio.adapters import engine_files, engine_program
from studio.adapters.engine import LocalEngine
from studio.adapters.engine_files import Runner
from studio.core.errors import Category, StudioError
from studio.core.profiles import EngineSettings, Kind, ProviderProfile
from studio.harness.ports import EngineState

HERE = Path(__file__).parent
FAKE = Runner((sys.executable, "-P", str(HERE / "fake_engine_child.py")))
SERVER = Runner(
    (sys.executable, "-P", engine_program.__file__),
    (sys.executable, str(HERE / "fake_llama_server.py")),
)


class Bench:
    """An engine in a folder of its own, and what it told."""

    def __init__(self, folder: Path, runner: Runner | None) -> None:
        self.folder = folder
        self.states: list[tuple[str, EngineState]] = []
        self.failed = asyncio.Event()
        self.loading = asyncio.Event()
        self.engine = LocalEngine(folder / "models", lambda: runner)
        self.engine.observe(self._told)

    def _told(self, profile_id: str, state: EngineState, progress: float) -> None:
        assert 0 <= progress <= 1
        self.states.append((profile_id, state))
        if state is EngineState.FAILED:
            self.failed.set()
        if progress == 0.2:
            self.loading.set()

    def profile(self, word: str, name: str = "local") -> ProviderProfile:
        path = self.folder / f"{name}.gguf"
        path.write_text(word, encoding="utf-8")
        settings = EngineSettings(model_path=str(path), context_length=512)
        return ProviderProfile(id=name, name=name, kind=Kind.ENGINE, engine=settings)


@pytest.mark.slow
async def test_the_engine_starts_once_and_is_shared(tmp_path: Path) -> None:
    bench = Bench(tmp_path, FAKE)
    profile = bench.profile("works")
    first, second = await asyncio.gather(
        bench.engine.address(profile), bench.engine.address(profile)
    )
    assert first == second
    base_url, key = first
    assert key in base_url
    assert base_url.endswith("/v1")
    assert len(key) >= 32
    await bench.engine.aclose()
    assert [state for _, state in bench.states] == [
        EngineState.LOADING,
        EngineState.LOADING,
        EngineState.READY,
        EngineState.STOPPED,
    ]


@pytest.mark.slow
async def test_another_profiles_model_replaces_the_one_in_memory(tmp_path: Path) -> None:
    bench = Bench(tmp_path, FAKE)
    first = await bench.engine.address(bench.profile("works", "one"))
    second = await bench.engine.address(bench.profile("works", "two"))
    assert first != second
    assert ("one", EngineState.STOPPED) in bench.states
    await bench.engine.aclose()


@pytest.mark.slow
async def test_a_model_that_does_not_load_tells_the_engines_last_words(tmp_path: Path) -> None:
    bench = Bench(tmp_path, FAKE)
    with pytest.raises(StudioError) as caught:
        await bench.engine.address(bench.profile("fails"))
    failure = caught.value.failure
    assert failure.category is Category.ENGINE
    assert failure.code == "engine_ended"
    assert failure.message == "exit status 1\nE load_model: this is no model"
    assert bench.failed.is_set()
    await bench.engine.aclose()


@pytest.mark.slow
async def test_a_crashed_engine_is_told_and_started_again(tmp_path: Path) -> None:
    bench = Bench(tmp_path, FAKE)
    profile = bench.profile("crashes")
    first = await bench.engine.address(profile)
    assert bench.engine._engine
    process = bench.engine._engine._process
    assert process.stdin
    process.stdin.write(b"go\n")
    await bench.failed.wait()
    assert bench.engine.pid is None
    assert await bench.engine.address(profile) != first
    await bench.engine.aclose()


@pytest.mark.slow
async def test_giving_up_on_a_load_leaves_it_to_the_next_call(tmp_path: Path) -> None:
    bench = Bench(tmp_path, FAKE)
    asking = asyncio.create_task(bench.engine.address(bench.profile("hangs")))
    await bench.loading.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    started = time.monotonic()
    await bench.engine.aclose()
    assert time.monotonic() - started < 3


@pytest.mark.slow
async def test_an_engine_that_does_not_end_by_itself_is_killed_in_time(tmp_path: Path) -> None:
    bench = Bench(tmp_path, FAKE)
    await bench.engine.address(bench.profile("stubborn"))
    started = time.monotonic()
    await bench.engine.aclose()
    assert time.monotonic() - started < 3
    assert bench.engine.pid is None


async def test_what_is_missing_is_named(tmp_path: Path) -> None:
    codes = []
    gone = ProviderProfile(
        id="x", name="x", kind=Kind.ENGINE, engine=EngineSettings(model_path="/gone.gguf")
    )
    nothing = ProviderProfile(id="x", name="x", kind=Kind.ENGINE)
    for runner, profile in ((None, gone), (FAKE, gone), (FAKE, nothing)):
        bench = Bench(tmp_path, runner)
        with pytest.raises(StudioError) as caught:
            await bench.engine.address(profile)
        codes.append(caught.value.failure.code)
    assert codes == ["no_engine", "model_file_missing", "no_model_file"]


@pytest.mark.slow
async def test_a_llama_server_on_the_path_is_run_with_a_key_that_nobody_sees(
    tmp_path: Path,
) -> None:
    bench = Bench(tmp_path, SERVER)
    base_url, key = await bench.engine.address(bench.profile("a model"))
    async with httpx.AsyncClient(trust_env=False) as client:
        denied = await client.get(f"{base_url}/models")
        headers = {"authorization": f"Bearer {key}"}
        told = (await client.get(f"{base_url}/models", headers=headers)).json()
        assert denied.status_code == 401
        assert key not in told["arguments"]
        assert "512" in told["arguments"]
        await bench.engine.aclose()
        with pytest.raises(httpx.ConnectError):
            await client.get(f"{base_url}/models", headers=headers)


def _gguf(path: Path, size: int = 10) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"GGUF" + bytes(size - 4))
    return path


async def test_model_files_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_files, "small_model_path", lambda: None)
    own, added = tmp_path / "models", tmp_path / "lm studio"
    _gguf(own / "own.gguf")
    _gguf(added / "maker" / "model" / "big-00001-of-00002.gguf", 10)
    _gguf(added / "maker" / "model" / "big-00002-of-00002.gguf", 20)
    _gguf(added / "maker" / "model" / "mmproj-big.gguf")
    (added / "unfinished.gguf").write_bytes(b"")
    (added / "notes.txt").write_bytes(b"GGUF")
    _gguf(added.joinpath(*"abcdefgh", "deep.gguf"))
    engine = LocalEngine(own, lambda: None)
    files = await engine.files((str(added), str(own), str(tmp_path / "gone")))
    assert [(file.name, file.size) for file in files] == [("big", 30), ("own", 10)]


async def test_the_bundled_model_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = _gguf(tmp_path / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf")
    monkeypatch.setattr(engine_files, "small_model_path", lambda: small)
    _gguf(tmp_path / "models" / "a.gguf")
    files = await LocalEngine(tmp_path / "models", lambda: None).files(())
    assert [(file.name, file.is_bundled) for file in files] == [
        ("SmolLM2-135M-Instruct", True),
        ("a", False),
    ]


def test_only_the_small_model_gets_our_template() -> None:
    template = engine_files.template_for("/x/SmolLM2-135M-Instruct.Q4_1.gguf")
    assert "<tool_call>" in template
    assert engine_files.template_for("/x/other.gguf") == ""
