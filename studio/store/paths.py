"""Where Callboard keeps its files. `CALLBOARD_HOME` puts all of them into one folder."""

import os
from dataclasses import dataclass
from pathlib import Path

import platformdirs

APP_NAME = "callboard"
HOME_VARIABLE = "CALLBOARD_HOME"


@dataclass(frozen=True, slots=True)
class Paths:
    """The folders, all absolute. Nothing is created before `create`."""

    data: Path
    config: Path
    logs: Path

    @classmethod
    def find(cls) -> "Paths":
        home = os.environ.get(HOME_VARIABLE, "").strip()
        if home:
            folder = Path(home).expanduser().absolute()
            return cls(folder, folder, folder / "logs")
        return cls(
            Path(platformdirs.user_data_dir(APP_NAME, appauthor=False)),
            Path(platformdirs.user_config_dir(APP_NAME, appauthor=False)),
            Path(platformdirs.user_log_dir(APP_NAME, appauthor=False)),
        )

    @property
    def database(self) -> Path:
        return self.data / "callboard.db"

    @property
    def models(self) -> Path:
        """GGUF files that the user puts here are offered as models."""
        return self.data / "models"

    @property
    def profiles(self) -> Path:
        return self.config / "profiles.json"

    @property
    def servers(self) -> Path:
        """MCP servers."""
        return self.config / "servers.json"

    @property
    def listings(self) -> Path:
        """What each MCP server offered last."""
        return self.data / "servers"

    @property
    def rules(self) -> Path:
        return self.data / "rules.json"

    @property
    def settings(self) -> Path:
        return self.config / "settings.json"

    @property
    def window_state(self) -> Path:
        return self.config / "window.json"

    def create(self) -> None:
        """Makes the folders that are missing, for this user alone. Raises `OSError`."""
        for folder in (self.data, self.config, self.logs, self.models):
            # One that exists keeps its mode: it may be a folder the user chose.
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
