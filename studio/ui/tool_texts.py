"""What the built-in tools do, for people."""

from PySide6.QtCore import QCoreApplication

from studio.core.tools import ToolDefinition

translate = QCoreApplication.translate


def description(definition: ToolDefinition) -> str:
    """For people; a tool that is not ours is described by its own words for the model."""
    if definition.server_id:
        return definition.description
    return _descriptions().get(definition.name, definition.description)


def _descriptions() -> dict[str, str]:
    return {
        "current_time": translate("settings", "Tells date and time, in any time zone."),
        "calculate": translate("settings", "Works out arithmetic exactly."),
        "list_directory": translate("settings", "Lists the files of a granted folder."),
        "read_text_file": translate("settings", "Reads a text file in a granted folder."),
        "write_text_file": translate(
            "settings", "Writes a text file in a granted folder, after showing you all of it."
        ),
        "edit_text_file": translate(
            "settings", "Changes a text file in a granted folder, after showing you what."
        ),
        "search_files": translate(
            "settings", "Looks for files by name or content in a granted folder."
        ),
        "run_python": translate(
            "settings", "Runs Python apart from your files and without network, when you allow it."
        ),
        "web_search": translate("settings", "Searches the web with the services below."),
        "read_web_page": translate("settings", "Reads a page of the public web."),
    }
