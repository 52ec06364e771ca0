"""Where other clients keep keys in plain text: a few lines of data each.

Only what their own source or documentation says. Those that use the keyring or a database of their
own (Zed, Cherry Studio, Jan, Open WebUI) have nothing here; LibreChat's `.env` lies
wherever the user put it, and is read as any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from studio.store.key_readers import Reader, dotenv_values, json_values, yaml_values


class Root(StrEnum):
    """The folder that a path is told from."""

    HOME = "home"
    CONFIG = "config"  # ~/.config, ~/Library/Application Support, %APPDATA%
    XDG_CONFIG = "xdg_config"  # ~/.config everywhere
    XDG_DATA = "xdg_data"  # ~/.local/share everywhere


@dataclass(frozen=True, slots=True)
class Spot:
    """One file of one program. Where `variable` is set it names the folder the file is in."""

    program: str
    base: Root
    path: str
    read: Reader
    variable: str = ""
    max_bytes: int = 1024 * 1024


_CONTINUE = yaml_values("apiKey", "provider")

SPOTS: tuple[Spot, ...] = (
    # llm.datasette.io, "Setup": keys.json, {"openai": "sk-..."}
    Spot("LLM", Root.CONFIG, "io.datasette.llm/keys.json", json_values("*"), "LLM_USER_PATH"),
    # openai/codex, login/src/auth/storage.rs
    Spot(
        "Codex", Root.HOME, ".codex/auth.json", json_values("OPENAI_API_KEY=openai"), "CODEX_HOME"
    ),
    # sst/opencode, src/auth/index.ts: {"anthropic": {"type": "api", "key": ...}}
    Spot("OpenCode", Root.XDG_DATA, "opencode/auth.json", json_values("*.key")),
    # chatboxai/chatbox, src/main/store-node.ts and src/shared/types/settings.ts
    Spot(
        "Chatbox",
        Root.CONFIG,
        "xyz.chatboxapp.app/config.json",
        json_values("settings.providers.*.apiKey", "settings.openaiKey=openai"),
        max_bytes=16 * 1024 * 1024,  # older ones keep their chats in the same file
    ),
    # szczyglis-dev/py-gpt, data/config/config.json
    Spot(
        "PyGPT",
        Root.XDG_CONFIG,
        "pygpt-net/config.json",
        json_values(
            "api_key=openai",
            "api_key_anthropic=anthropic",
            "api_key_google=google",
            "api_key_deep_seek=deepseek",
            "api_key_mistral=mistral",
            "api_key_perplexity=perplexity",
            "api_key_xai=xai",
            "api_key_hugging_face=huggingface",
            "api_key_open_router=openrouter",
        ),
    ),
    # Mintplex-Labs/anything-llm: the desktop's server/.env
    Spot("AnythingLLM", Root.CONFIG, "anythingllm-desktop/storage/.env", dotenv_values),
    # aider.chat, "YAML config file" and "Config with .env"
    Spot("Aider", Root.HOME, ".aider.conf.yml", yaml_values(r"(?:openai-|anthropic-)?api-key")),
    Spot("Aider", Root.HOME, ".aider/oauth-keys.env", dotenv_values),
    Spot("Aider", Root.HOME, ".env", dotenv_values),
    # docs.continue.dev, "config.yaml reference", and its forerunner config.json
    Spot("Continue", Root.HOME, ".continue/config.yaml", _CONTINUE),
    Spot("Continue", Root.HOME, ".continue/config.json", json_values("models.*.apiKey")),
    Spot("Continue", Root.HOME, ".continue/.env", dotenv_values),
    # sigoden/aichat, config.example.yaml
    Spot(
        "AIChat",
        Root.CONFIG,
        "aichat/config.yaml",
        yaml_values("api_key", "name|type"),
        "AICHAT_CONFIG_DIR",
    ),
    # charmbracelet/mods, config_template.yml
    Spot("Mods", Root.CONFIG, "mods/mods.yml", yaml_values("api-key")),
)


def path_of(spot: Spot, home: Path, environment: Mapping[str, str], platform: str) -> Path:
    """Where the file would be on this computer."""
    folder = environment.get(spot.variable, "").strip() if spot.variable else ""
    if folder:
        return Path(folder) / Path(spot.path).name
    return base_of(spot.base, home, environment, platform) / spot.path


def base_of(base: Root, home: Path, environment: Mapping[str, str], platform: str) -> Path:
    config = _given(environment, "XDG_CONFIG_HOME") or home / ".config"
    match base:
        case Root.HOME:
            return home
        case Root.XDG_CONFIG:
            return home / ".config"
        case Root.XDG_DATA:
            return _given(environment, "XDG_DATA_HOME") or home / ".local" / "share"
        case Root.CONFIG:
            if platform == "darwin":
                return home / "Library" / "Application Support"
            if platform == "win32":
                return _given(environment, "APPDATA") or home / "AppData" / "Roaming"
            return config


def _given(environment: Mapping[str, str], variable: str) -> Path | None:
    folder = environment.get(variable, "").strip()
    return Path(folder) if folder else None
