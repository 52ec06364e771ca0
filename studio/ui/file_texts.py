"""Files beside prompts become words: what one is, what is wrong with one, what will not travel."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from studio.core.attachments import FileError, FileKind, FileTrouble, kind_of
from studio.core.messages import Attachment
from studio.core.notices import Notice, NoticeKind
from studio.ui.texts import size

translate = QCoreApplication.translate
_NAMES_SHOWN = 4


@dataclass(frozen=True, slots=True)
class FileFault:
    """What is wrong with a file, and what can be done."""

    what: str
    advice: str


def kind_text(media_type: str) -> str:
    """What a file is, in a word or two."""
    if media_type == "application/pdf":
        return translate("files", "PDF")
    return {
        FileKind.PICTURE: translate("files", "Picture"),
        FileKind.PDF: translate("files", "PDF"),
        FileKind.DOCUMENT: translate("files", "Document"),
        FileKind.TABLE: translate("files", "Table"),
        FileKind.TEXT: translate("files", "Text"),
    }[kind_of(media_type)]


def measure_text(attachment: Attachment) -> str:
    """Such as `1.2 MB · 12 pages`."""
    number = QLocale().toString
    parts = [size(attachment.size)]
    if attachment.pages is not None:
        pages = (
            translate("files", "{0} pages")
            if attachment.pages != 1
            else translate("files", "{0} page")
        )
        parts.append(pages.format(number(attachment.pages)))
    elif attachment.words is not None:
        parts.append(_words(attachment.words))
    return " · ".join(parts)


def encoding_text(encoding: str) -> str:
    return translate("files", "read as {0}").format(encoding)


def reduced_text() -> str:
    return translate("files", "made smaller")


def fault_text(error: FileError) -> FileFault:
    """What is wrong with a file that cannot be attached, in two sentences."""
    what, advice = _faults()[error.trouble]
    is_size = error.trouble in (FileTrouble.TOO_LARGE, FileTrouble.UNPACKS_TOO_LARGE)
    show = size if is_size else QLocale().toString
    limit = show(error.limit) if error.limit is not None else ""
    found = show(error.found) if error.found is not None else ""
    return FileFault(what.format(found, limit), advice.format(found, limit))


def notice_text(notice: Notice, words: int | None = None) -> str:
    """One sentence on what will not travel as it is. `words` are those of a single file's text."""
    named = _named(notice.names)
    count = QLocale().toString(notice.count)
    is_one = notice.count == 1
    match notice.kind:
        case NoticeKind.FILES_AS_TEXT if words is not None and is_one:
            said = translate("files", "{0} is sent as text, {1}").format(named, _words(words))
        case NoticeKind.FILES_AS_TEXT:
            said = _one_or_more(
                is_one,
                translate("files", "{0} is sent as text"),
                translate("files", "{1} files are sent as text: {0}"),
            )
        case NoticeKind.REASONING_STAYS:
            said = _one_or_more(
                is_one,
                translate("files", "1 reasoning signature stays behind"),
                translate("files", "{1} reasoning signatures stay behind"),
            )
        case NoticeKind.SERVER_TOOLS_STAY:
            said = _one_or_more(
                is_one,
                translate("files", "1 step of a provider's own tools stays behind"),
                translate("files", "{1} steps of a provider's own tools stay behind"),
            )
        case NoticeKind.TOOLS_LEFT_OUT | NoticeKind.SCHEMAS_LEFT_OUT:
            said = _tools_text(notice, is_one=is_one)
        case _:
            said = _staying_text(notice.kind, is_one=is_one)
    return said.format(named, count)


def _tools_text(notice: Notice, *, is_one: bool) -> str:
    if notice.kind is NoticeKind.SCHEMAS_LEFT_OUT:
        return _one_or_more(
            is_one,
            translate("files", "1 tool is left out, its description cannot be sent: {0}"),
            translate("files", "{1} tools are left out, their descriptions cannot be sent: {0}"),
        )
    return _one_or_more(
        is_one,
        translate("files", "1 tool is left out, there are too many: {0}"),
        translate("files", "{1} tools are left out, there are too many: {0}"),
    )


def _staying_text(kind: NoticeKind, *, is_one: bool) -> str:
    one, more = {
        NoticeKind.IMAGES_STAY: (
            translate("files", "{0} is not sent: this model takes no pictures"),
            translate("files", "{1} pictures are not sent, this model takes none: {0}"),
        ),
        NoticeKind.FILES_STAY: (
            translate("files", "{0} is not sent: it holds no text that could be read"),
            translate("files", "{1} files are not sent, no text could be read: {0}"),
        ),
        NoticeKind.TOO_LARGE: (
            translate("files", "{0} is not sent: it is larger than this provider takes"),
            translate("files", "{1} files are not sent, they are larger than allowed: {0}"),
        ),
        NoticeKind.GONE: (
            translate("files", "{0} is not sent: it is no longer there"),
            translate("files", "{1} files are not sent, they are no longer there: {0}"),
        ),
    }[kind]
    return _one_or_more(is_one, one, more)


def _one_or_more(is_one: bool, one: str, more: str) -> str:
    return one if is_one else more


def _words(count: int) -> str:
    said = translate("files", "{0} word") if count == 1 else translate("files", "{0} words")
    return said.format(QLocale().toString(count))


def _named(names: tuple[str, ...]) -> str:
    shown = ", ".join(names[:_NAMES_SHOWN]).replace("{", "(").replace("}", ")")
    more = len(names) - _NAMES_SHOWN
    if more <= 0:
        return shown
    return translate("files", "{0} and {1} more").format(shown, QLocale().toString(more))


def _faults() -> dict[FileTrouble, tuple[str, str]]:
    another = translate("files", "Choose another file.")
    return _faults_of_content() | {
        FileTrouble.GONE: (
            translate("files", "It is no longer there."),
            translate("files", "It was moved, deleted, or is a link that leads nowhere."),
        ),
        FileTrouble.FOLDER: (
            translate("files", "This is a folder."),
            translate("files", "Attach the files in it, or grant the folder to tools in Settings."),
        ),
        FileTrouble.NO_FILE: (
            translate("files", "This is no file but a pipe or a device."),
            another,
        ),
        FileTrouble.NO_PERMISSION: (
            translate("files", "Callboard may not read it."),
            translate("files", "Change its permissions, or attach a copy of it."),
        ),
        FileTrouble.EMPTY: (translate("files", "There is nothing in it."), another),
        FileTrouble.TOO_LARGE: (
            translate("files", "It is too large: {0}, and {1} are allowed."),
            translate("files", "Attach a part of it, or let a tool read it."),
        ),
        FileTrouble.TOO_MANY: (
            translate("files", "A message can have {1} files."),
            translate("files", "Send this one with the next message."),
        ),
    }


def _faults_of_content() -> dict[FileTrouble, tuple[str, str]]:
    return {
        FileTrouble.TOO_MANY_PAGES: (
            translate("files", "It has {0} pages, and {1} are allowed."),
            translate("files", "Attach only the pages that matter."),
        ),
        FileTrouble.TOO_MANY_PIXELS: (
            translate("files", "The picture has {0} pixels, and {1} are allowed."),
            translate("files", "Make it smaller first."),
        ),
        FileTrouble.UNPACKS_TOO_LARGE: (
            translate("files", "It unpacks to more than can be read safely."),
            translate("files", "Attach a smaller file, or a PDF of it."),
        ),
        FileTrouble.ENCRYPTED: (
            translate("files", "It is protected by a password."),
            translate("files", "Save a copy without the password, and attach that."),
        ),
        FileTrouble.DAMAGED: (
            translate("files", "It is damaged, or not what its name says."),
            translate("files", "Open it in its own program and save it again."),
        ),
        FileTrouble.UNKNOWN_KIND: (
            translate("files", "Callboard cannot read this kind of file."),
            translate("files", "Attach pictures, PDF, text, code, tables or office files."),
        ),
        FileTrouble.TOO_SLOW: (
            translate("files", "Reading it took too long and was stopped."),
            translate("files", "Attach a smaller file, or a copy on this computer."),
        ),
        FileTrouble.NO_CONVERTER: (
            translate("files", "Office files cannot be read on this computer."),
            translate("files", "Save it as PDF or text, and attach that."),
        ),
        FileTrouble.UNREADABLE: (
            translate("files", "It could not be read."),
            translate("files", "Attach a copy of it, or save it in another format."),
        ),
    }
