"""The tools that come with Callboard, in a stable order, so that providers' caches hold."""

from collections.abc import Callable

from typing_extensions import override

from studio.core.tools import Tool, ToolSource
from studio.tools.calculate import Calculate
from studio.tools.current_time import CurrentTime
from studio.tools.edit_text_file import EditTextFile
from studio.tools.granted import FolderLevels, GrantedFolders, Grants
from studio.tools.list_directory import ListDirectory
from studio.tools.read_text_file import ReadTextFile
from studio.tools.run_python import RunPython
from studio.tools.search_files import SearchFiles
from studio.tools.threads import ToolThreads
from studio.tools.write_text_file import WriteTextFile

_RUNS = 4  # programs at a time


class BuiltInTools(ToolSource):
    """Lives as long as the program. `granted_folders` is asked with each call, off the GUI thread.

    `clock` gives seconds since the epoch. `python_path` is the interpreter of `run_python`,
    empty for Callboard's own. `others` follow, as they are.
    """

    def __init__(
        self,
        granted_folders: GrantedFolders,
        clock: Callable[[], float],
        folder_levels: FolderLevels = dict,
        python_path: Callable[[], str] = str,
        others: tuple[Tool, ...] = (),
    ) -> None:
        grants = Grants(granted_folders, folder_levels)
        files = ToolThreads()
        # Its own, so that no dead network drive keeps a model from the time of day.
        quick = ToolThreads()
        self._tools: tuple[Tool, ...] = (
            CurrentTime(clock, quick),
            Calculate(quick),
            ListDirectory(grants, files),
            ReadTextFile(grants, files),
            WriteTextFile(grants, files),
            EditTextFile(grants, files),
            SearchFiles(grants, files),
            RunPython(python_path, ToolThreads(_RUNS)),
            *others,
        )

    def names(self) -> frozenset[str]:
        """No other package's tool may have one of them."""
        return frozenset(tool.definition.name for tool in self._tools)

    @override
    def tools(self) -> tuple[Tool, ...]:
        return self._tools
