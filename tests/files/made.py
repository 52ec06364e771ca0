"""Files as other programs write them, made for a test."""

import io
import zipfile
from pathlib import Path

from PySide6.QtGui import QPainter, QPdfWriter

_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE = "application/vnd.openxmlformats-officedocument"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def archive(members: dict[str, str | bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return packed.getvalue()


def docx(*paragraphs: str) -> bytes:
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in paragraphs)
    return archive(
        {
            "[Content_Types].xml": _content_types(
                "/word/document.xml", f"{_OFFICE}.wordprocessingml.document.main+xml"
            ),
            "_rels/.rels": _relations("officeDocument", "word/document.xml"),
            "word/document.xml": f'{_HEAD}<w:document xmlns:w="{_WORD}"><w:body>{body}'
            "</w:body></w:document>",
        }
    )


def xlsx(*rows: tuple[str, ...]) -> bytes:
    cells = "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row) + "</row>"
        for row in rows
    )
    main = f"{_OFFICE}.spreadsheetml"
    return archive(
        {
            "[Content_Types].xml": _content_types(
                "/xl/workbook.xml", f"{main}.sheet.main+xml"
            ).replace(
                "</Types>",
                f'<Override PartName="/xl/worksheets/sheet1.xml" '
                f'ContentType="{main}.worksheet+xml"/></Types>',
            ),
            "_rels/.rels": _relations("officeDocument", "xl/workbook.xml"),
            "xl/_rels/workbook.xml.rels": _relations("worksheet", "worksheets/sheet1.xml"),
            "xl/workbook.xml": f'{_HEAD}<workbook xmlns="{_SHEET}" xmlns:r="{_DOCUMENT}"><sheets>'
            '<sheet name="Readings" sheetId="1" r:id="rId1"/></sheets></workbook>',
            "xl/worksheets/sheet1.xml": f'{_HEAD}<worksheet xmlns="{_SHEET}"><sheetData>{cells}'
            "</sheetData></worksheet>",
        }
    )


def pdf(path: Path, *pages: str) -> bytes:
    """Needs a Qt application for its fonts."""
    writer = QPdfWriter(str(path))
    painter = QPainter(writer)
    for number, text in enumerate(pages):
        if number:
            writer.newPage()
        painter.drawText(500, 800, text)
    painter.end()
    return path.read_bytes()


def locked_pdf() -> bytes:
    """Encrypted with a password that nobody knows: the check values are made up."""
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
        b"<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <"
        + b"41" * 32
        + b"> /U <"
        + b"42" * 32
        + b"> >>",
    )
    made = b"%PDF-1.4\n"
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(len(made))
        made += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    start = len(made)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    trailer = b"<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<" + b"43" * 16 + b"> <"
    trailer += b"43" * 16 + b">] >>"
    made += b"xref\n0 5\n0000000000 65535 f \n" + table
    return made + b"trailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (trailer, start)


def bomb(unpacked: int) -> bytes:
    """A document that unpacks to so many bytes, and is a thousandth of it."""
    kind = f"{_OFFICE}.wordprocessingml.document.main+xml"
    return archive(
        {
            "[Content_Types].xml": _content_types("/word/document.xml", kind),
            "word/document.xml": b"\0" * unpacked,
        }
    )


def _content_types(part: str, kind: str) -> str:
    return (
        f'{_HEAD}<Types xmlns="{_TYPES}"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="{part}" ContentType="{kind}"/></Types>'
    )


def _relations(kind: str, target: str) -> str:
    return (
        f'{_HEAD}<Relationships xmlns="{_RELATIONS}"><Relationship Id="rId1" '
        f'Type="{_DOCUMENT}/{kind}" Target="{target}"/></Relationships>'
    )
