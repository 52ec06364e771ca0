"""The language of the window: the system's or the user's choice, read before the first paint."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

_PACKAGE = Path(__file__).resolve().parent.parent
ENGLISH = "en"  # the language of the source, which needs no file


def languages() -> tuple[str, ...]:
    """Codes that can be chosen: English, and whatever has a compiled translation."""
    found = (path.stem.removeprefix("callboard_") for path in _folder().glob("callboard_*.qm"))
    return (ENGLISH, *sorted(found))


def use_language(application: QCoreApplication, choice: str) -> None:
    """`choice` is a code such as `de`; empty follows the system. Numbers follow along."""
    locale = QLocale(choice) if choice else QLocale.system()
    if choice:
        QLocale.setDefault(locale)
    own = str(_folder())
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    for name, folder in (("callboard", own), ("qtbase", qt)):
        translator = QTranslator(application)
        if translator.load(locale, name, "_", folder):
            application.installTranslator(translator)


def _folder() -> Path:
    installed = _PACKAGE / "translations"
    return installed if installed.is_dir() else _PACKAGE.parent / "translations"
