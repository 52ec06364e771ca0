"""What a file is, by its first bytes; and how its name is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.core.attachments import FileKind, clean_name, kind_of, recognised
from studio.core.decoding import as_table, decoded, words_in


@pytest.mark.parametrize(
    ("name", "data", "media_type"),
    [
        ("a.png", b"\x89PNG\r\n\x1a\nrest", "image/png"),
        ("a.txt", b"\xff\xd8\xff\xe0rest", "image/jpeg"),
        ("a", b"GIF89a", "image/gif"),
        ("a", b"RIFF\0\0\0\0WEBPVP8 ", "image/webp"),
        ("a.txt", b"%PDF-1.7", "application/pdf"),
        ("a.md", b"# Title", "text/markdown"),
        ("a.py", b"print(1)", "text/plain"),
        ("Makefile", b"all:", "text/plain"),
        ("a.csv", b"a,b", "text/csv"),
        ("a.txt", "Größe".encode("utf-16"), "text/plain"),
        ("BMW.txt", b"BMW is a car maker", "text/plain"),
        ("a.rtf", b"{\\rtf1 Hello}", "application/rtf"),
    ],
)
def test_the_first_bytes_say_what_a_file_is(name: str, data: bytes, media_type: str) -> None:
    known = recognised(name, data)
    assert known is not None
    assert known.media_type == media_type
    assert kind_of(media_type) is known.kind


@pytest.mark.parametrize("data", [b"\x7fELF\x02", b"MZ\x90\0", b"\0\x01\x02", b"PK\x03\x04"])
def test_what_no_model_can_be_given_is_no_kind(data: bytes) -> None:
    assert recognised("a.txt", data) is None


@pytest.mark.parametrize("data", [b"BM\x36\0\0\0", b"II*\0", b"<svg xmlns=''/>", b"....ftypheic"])
def test_pictures_that_no_model_takes_are_known_as_such(data: bytes) -> None:
    known = recognised("a", data)
    assert known is not None
    assert known.kind is FileKind.PICTURE
    assert not known.is_sendable


@given(st.text())
def test_a_name_is_one_line_that_can_be_printed(name: str) -> None:
    shown = clean_name(name)
    assert shown
    assert shown.isprintable()
    assert len(shown) <= 200


def test_a_name_has_no_folders_and_no_turned_letters() -> None:
    assert clean_name("/home/me/report.pdf") == "report.pdf"
    assert clean_name("C:\\me\\report.pdf") == "report.pdf"
    assert clean_name("photo\u202egpj.exe") == "photo gpj.exe"


@given(st.binary())
def test_any_bytes_are_read_as_some_text(data: bytes) -> None:
    assert "\0" not in decoded(data).text


@pytest.mark.parametrize(
    ("data", "text", "encoding"),
    [
        ("Größe".encode(), "Größe", ""),
        (b"\xef\xbb\xbfa\r\nb\rc", "a\nb\nc", ""),
        ("Größe".encode("utf-16"), "Größe", "UTF-16"),
        (b"Gr\xf6\xdfe", "Größe", "Windows-1252"),
    ],
)
def test_text_is_read_in_its_encoding(data: bytes, text: str, encoding: str) -> None:
    read = decoded(data)
    assert (read.text, read.encoding) == (text, encoding)


def test_separated_values_become_a_table_whatever_separates_them() -> None:
    table = "| a | b |\n| --- | --- |\n| 1 | x\\|y |"
    assert as_table("a;b\n1;x|y\n") == table
    assert as_table("a,b\n1,x|y\n") == table
    assert as_table('a\tb\n1\t"x|y"\n', "\t") == table


def test_text_without_columns_stays_as_it_is() -> None:
    assert as_table("one\ntwo") == "one\ntwo"
    assert as_table("") == ""


def test_the_lines_of_a_table_are_no_words() -> None:
    assert words_in("| a | b |\n| --- | --- |\n| 1 | 2 |") == 4
