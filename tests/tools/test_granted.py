"""Nothing outside the granted folders is read, listed or written, by whatever path it is asked."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from studio.tools import folders
from studio.tools.folders import open_plain_file
from studio.tools.granted import Grants, Place
from studio.tools.refusals import RefusedError
from tests.tools.places import SECRET, Desk

TOOLS = ("list_directory", "read_text_file", "write_text_file")


async def refused_by_all(desk: Desk, path: str) -> list[str]:
    before = desk.everything_outside()
    texts = [
        await desk.refusal("list_directory", path=path),
        await desk.refusal("read_text_file", path=path),
        await desk.refusal("write_text_file", path=path, text="overwritten"),
    ]
    assert desk.everything_outside() == before
    return texts


async def test_without_a_granted_folder_each_tool_says_where_to_grant_one(desk: Desk) -> None:
    desk.granted = ()
    for text in await refused_by_all(desk, "a.txt"):
        assert "No folder is granted" in text
        assert "Settings, Tools" in text
    preview = desk.tool("write_text_file").preview({"path": "a.txt", "text": "hello"})
    assert preview.text == "hello"
    assert "No folder is granted" in preview.note


async def test_a_folder_counts_from_the_moment_it_is_granted_to_that_it_is_withdrawn(
    desk: Desk,
) -> None:
    desk.file("a.txt", "hello")
    assert "hello" in await desk.text("read_text_file", path="a.txt")
    desk.granted = ()
    await desk.refusal("read_text_file", path="a.txt")
    desk.granted = (str(desk.inside), str(desk.outside))
    assert SECRET in await desk.text("read_text_file", path=str(desk.outside / "secret.txt"))


async def test_a_path_outside_is_refused_and_told_what_is_granted(desk: Desk) -> None:
    for path in (desk.outside / "secret.txt", desk.outside, desk.inside.parent, Path("/")):
        for text in await refused_by_all(desk, str(path)):
            assert "outside the folders granted to tools" in text
            assert str(desk.inside) in text


async def test_whether_something_outside_exists_is_not_told(desk: Desk) -> None:
    there = await desk.refusal("read_text_file", path=str(desk.outside / "secret.txt"))
    absent = await desk.refusal("read_text_file", path=str(desk.outside / "absent.txt"))
    assert there.replace("secret.txt", "") == absent.replace("absent.txt", "")


async def test_climbing_out_is_refused(desk: Desk) -> None:
    desk.file("sub/a.txt")
    for path in (
        "../private/secret.txt",
        "sub/../../private/secret.txt",
        f"{desk.inside}/../private",
    ):
        await refused_by_all(desk, path)


async def test_links_that_lead_out_are_refused(desk: Desk) -> None:
    (desk.inside / "file").symlink_to(desk.outside / "secret.txt")
    (desk.inside / "folder").symlink_to(desk.outside)
    (desk.inside / "relative").symlink_to("../private/secret.txt")
    (desk.inside / "twice").symlink_to(desk.inside / "folder")
    (desk.inside / "nowhere").symlink_to(desk.outside / "new.txt")
    paths = ("file", "folder", "folder/secret.txt", "relative", "twice/secret.txt", "nowhere")
    for path in (*paths, "folder/new.txt"):
        for text in await refused_by_all(desk, path):
            assert "is a link to something outside" in text
    assert not (desk.outside / "new.txt").exists()


async def test_links_that_stay_inside_work(desk: Desk) -> None:
    target = desk.file("real/a.txt", "hello")
    (desk.inside / "link.txt").symlink_to(target)
    (desk.inside / "folder").symlink_to("real")
    assert "hello" in await desk.text("read_text_file", path="link.txt")
    assert "a.txt" in await desk.text("list_directory", path="folder")
    await desk.text("write_text_file", path="folder/a.txt", text="new")
    assert target.read_text() == "new"
    await desk.text("write_text_file", path="link.txt", text="newer")
    assert (desk.inside / "link.txt").is_symlink()
    assert target.read_text() == "newer"


async def test_a_link_from_one_granted_folder_to_another_works(desk: Desk) -> None:
    (desk.inside / "other").symlink_to(desk.outside)
    desk.granted = (str(desk.inside), str(desk.outside))
    assert SECRET in await desk.text("read_text_file", path="other/secret.txt")


async def test_links_in_a_circle_are_an_error(desk: Desk) -> None:
    (desk.inside / "one").symlink_to("two")
    (desk.inside / "two").symlink_to("one")
    for path in ("one", "one/a.txt"):
        await refused_by_all(desk, path)


async def test_a_granted_link_may_be_named_by_itself_or_by_its_target(desk: Desk) -> None:
    desk.file("a.txt", "hello")
    link = desk.inside.parent / "shortcut"
    link.symlink_to(desk.inside)
    desk.granted = (str(link),)
    for path in ("a.txt", str(link / "a.txt"), str(desk.inside / "a.txt")):
        assert "hello" in await desk.text("read_text_file", path=path)


async def test_a_granted_folder_that_is_gone_is_named_and_harms_no_other(desk: Desk) -> None:
    desk.file("a.txt", "hello")
    gone = str(desk.inside.parent / "gone")
    desk.granted = (gone, "relative", "", str(desk.inside))
    assert "hello" in await desk.text("read_text_file", path=str(desk.inside / "a.txt"))
    text = await desk.refusal("read_text_file", path="a.txt")
    assert f"The granted folder {gone} cannot be reached" in text
    desk.granted = ("relative", "")
    assert "No folder is granted" in await desk.refusal("list_directory")


async def test_a_file_granted_in_place_of_a_folder_is_an_error(desk: Desk) -> None:
    desk.granted = (str(desk.file("a.txt", "hello")),)
    await refused_by_all(desk, ".")
    await refused_by_all(desk, "b.txt")


@pytest.mark.skipif(not folders.HOLDS_FOLDERS, reason="Windows checks what it opened instead")
def test_a_link_put_in_after_the_check_is_not_followed(tmp_path: Path) -> None:
    desk = Desk(tmp_path.resolve())
    desk.file("sub/secret.txt", "harmless")
    place = Grants(lambda: desk.granted).place("sub/secret.txt")
    (desk.inside / "sub").rename(desk.inside / "old")
    (desk.inside / "sub").symlink_to(desk.outside)
    with pytest.raises(OSError, match="sub"), open_plain_file(place):
        pass
    (desk.inside / "sub").unlink()
    (desk.inside / "sub").mkdir()
    (desk.inside / "sub" / "secret.txt").symlink_to(desk.outside / "secret.txt")
    with pytest.raises(RefusedError), open_plain_file(place):
        pass


async def test_a_folder_swapped_between_check_and_opening_gives_nothing_away(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.file("sub/secret.txt", "harmless")
    find = Grants.place

    def find_then_swap(self: Grants, text: str) -> Place:
        place = find(self, text)
        if not (desk.inside / "old").exists():
            (desk.inside / "sub").rename(desk.inside / "old")
            (desk.inside / "sub").symlink_to(desk.outside)
        return place

    before = desk.everything_outside()
    for name in TOOLS:
        with monkeypatch.context() as patch:
            patch.setattr(Grants, "place", find_then_swap)
            text = {"text": "overwritten"} if name == "write_text_file" else {}
            path = "sub" if name == "list_directory" else "sub/secret.txt"
            await desk.refusal(name, path=path, **text)
        (desk.inside / "sub").unlink()
        (desk.inside / "old").rename(desk.inside / "sub")
    assert desk.everything_outside() == before


def _real(folder: str) -> Path:
    return Path(folder).resolve()


_STEPS = st.sampled_from(
    ["..", ".", "", "sub", "out", "back", "file", "secret.txt", "a.txt", "new", "private",
     "granted", "~", "\\", "C:", "\n", "\0", " "]
)  # fmt: skip


@pytest.mark.slow
@given(
    start=st.sampled_from(["", "/", "//", "INSIDE/", "OUTSIDE/", "INSIDE", "~/"]),
    steps=st.lists(_STEPS, max_size=6),
    held=st.booleans(),
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
async def test_no_path_at_all_leads_out(start: str, steps: list[str], *, held: bool) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "HOLDS_FOLDERS", held and folders.HOLDS_FOLDERS)
        desk = Desk(_real(folder))
        desk.file("sub/a.txt", "hello")
        (desk.inside / "out").symlink_to(desk.outside)
        (desk.inside / "back").symlink_to("..")
        (desk.inside / "sub" / "file").symlink_to(desk.outside / "secret.txt")
        begin = start.replace("INSIDE", str(desk.inside)).replace("OUTSIDE", str(desk.outside))
        path = begin + "/".join(steps)
        before = desk.everything_outside()
        for name in TOOLS:
            more = {"text": "overwritten"} if name == "write_text_file" else {}
            desk.tool(name).preview({"path": path, **more})
            output = await desk.run(name, path=path, **more)
            assert SECRET not in output.text
            assert output.is_error or str(desk.outside) not in output.text
            output.text.encode()
        assert desk.everything_outside() == before
        assert {path.name for path in desk.inside.parent.iterdir()} == {"granted", "private"}
