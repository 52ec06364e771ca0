"""Why a server does not run, as sentences: what happened, why, and what to do."""

from dataclasses import dataclass
from pathlib import PurePath, PureWindowsPath

from PySide6.QtCore import QCoreApplication

from studio.harness.server_ports import ServerFailure, Trouble

translate = QCoreApplication.translate

_NODE = frozenset({"node", "npm", "npx", "pnpm", "bunx", "bun"})
_UV = frozenset({"uv", "uvx"})
_DOCKER = frozenset({"docker", "podman"})
_PYTHON = frozenset({"python", "python3", "pipx"})
_SIGNALS = {
    "-9": "SIGKILL",
    "-11": "SIGSEGV",
    "-15": "SIGTERM",
}


@dataclass(frozen=True, slots=True)
class TroubleText:
    """What happened, and what the user can do. `command` can be copied into a terminal."""

    title: str
    advice: str
    command: str = ""


def trouble_text(failure: ServerFailure, platform: str) -> TroubleText:
    if failure.trouble is Trouble.NOT_FOUND:
        return _not_found(failure.detail, platform)
    title, advice = _sentences(failure.detail)[failure.trouble]
    return TroubleText(title, advice)


def _sentences(detail: str) -> dict[Trouble, tuple[str, str]]:
    return _of_programs(detail) | _of_answers(detail) | _of_addresses(detail)


def _of_programs(detail: str) -> dict[Trouble, tuple[str, str]]:
    return {
        Trouble.NOT_ALLOWED: (
            translate("servers", "The program may not be run."),
            translate(
                "servers",
                "The file is not marked as a program, or your organisation does not allow it. "
                "Look at its rights, or choose another program.",
            ),
        ),
        Trouble.NO_FOLDER: (
            translate("servers", "The folder that it is to start in is not there."),
            translate("servers", "Choose another folder in its settings, or leave it empty."),
        ),
        Trouble.EXITED: (
            translate("servers", "The program ended by itself ({0}).").format(_exit_words(detail)),
            translate(
                "servers",
                "Its last lines below mostly say why: a missing argument, package or key. Correct "
                "its settings, then start it again.",
            ),
        ),
    }


def _of_answers(detail: str) -> dict[Trouble, tuple[str, str]]:
    return {
        Trouble.NO_REPLY: (
            translate("servers", "It did not answer within {0} seconds.").format(detail or "?"),
            translate(
                "servers",
                "A first start may have to fetch packages: try again, or give it more time in its "
                "settings.",
            ),
        ),
        Trouble.NO_PROTOCOL: (
            translate("servers", "What answers does not speak MCP: {0}").format(detail)
            if detail
            else translate("servers", "What answers does not speak MCP."),
            translate(
                "servers",
                "The command or the address may belong to something else. Look at the messages, "
                "and at the server's own instructions.",
            ),
        ),
        Trouble.SECRET_MISSING: (
            translate("servers", "The secret value of {0} is missing.").format(detail)
            if detail
            else translate("servers", "A secret value could not be read from the keyring."),
            translate("servers", "Enter it again in the settings of this server."),
        ),
        Trouble.BROKEN: (
            translate("servers", "It failed: {0}").format(detail or "?"),
            translate("servers", "The log may say more. Start it again, or look for an update."),
        ),
    }


def _of_addresses(detail: str) -> dict[Trouble, tuple[str, str]]:
    return {
        Trouble.UNREACHABLE: (
            translate("servers", "{0} cannot be reached.").format(detail or "?"),
            translate(
                "servers", "Check the address and your network, and whether the server runs."
            ),
        ),
        Trouble.NOT_TRUSTED: (
            translate("servers", "The certificate of {0} is not trusted.").format(detail or "?"),
            translate(
                "servers",
                "It may be of your organisation, or expired. Have it added to the certificates of "
                "this computer; do not go on without.",
            ),
        ),
        Trouble.STATUS: (
            translate("servers", "It answered with the error {0}.").format(detail or "?"),
            _status_advice(detail),
        ),
        Trouble.LOGIN_FAILED: (
            translate("servers", "The login did not succeed."),
            translate(
                "servers",
                "Log in again and finish in the browser. Some servers want a client ID, which can "
                "be set in the settings.",
            ),
        ),
    }


def _status_advice(status: str) -> str:
    if status in ("401", "403"):
        return translate("servers", "It wants a login or a key: log in, or set a header.")
    if status in ("404", "405"):
        return translate(
            "servers", "The address may lack its end, mostly /mcp, or be of the older SSE kind."
        )
    if status.startswith("5"):
        return translate("servers", "The fault is on its side. Try again later.")
    return translate("servers", "Check the address and the headers.")


def _exit_words(detail: str) -> str:
    if detail in _SIGNALS:
        return translate("servers", "signal {0}").format(_SIGNALS[detail])
    if detail.lstrip("-").isdigit():
        return translate("servers", "exit code {0}").format(detail)
    return detail or "?"


def _not_found(program: str, platform: str) -> TroubleText:
    # A path of Windows is one on other systems too: somebody may have copied it.
    name = PureWindowsPath(program).name if "\\" in program else PurePath(program).name
    title = translate("servers", "“{0}” was not found on this computer.").format(program)
    bare = name.lower().removesuffix(".exe").removesuffix(".cmd")
    advice, command = _install(bare, platform)
    return TroubleText(title, advice, command)


def _install(name: str, platform: str) -> tuple[str, str]:
    if name in _NODE:
        return (
            translate("servers", "It comes with Node.js. Install that, then start the server."),
            _by_platform(
                platform,
                "sudo apt install npm",
                "brew install node",
                "winget install OpenJS.NodeJS",
            ),
        )
    if name in _UV:
        return (
            translate("servers", "It comes with uv. Install that, then start the server."),
            _by_platform(
                platform, "pipx install uv", "brew install uv", "winget install astral-sh.uv"
            ),
        )
    if name in _DOCKER:
        return (
            translate("servers", "Install it and let it run, then start the server."),
            _by_platform(
                platform,
                f"sudo apt install {'podman' if name == 'podman' else 'docker.io'}",
                f"brew install --cask {name if name == 'docker' else 'podman-desktop'}",
                "winget install Docker.DockerDesktop"
                if name == "docker"
                else "winget install RedHat.Podman",
            ),
        )
    if name in _PYTHON:
        return (
            translate("servers", "Install Python, then start the server."),
            _by_platform(
                platform,
                "sudo apt install python3 pipx",
                "brew install python pipx",
                "winget install Python.Python.3.13",
            ),
        )
    return (
        translate(
            "servers",
            "Install it, or write the whole path of the program in the settings of this server.",
        ),
        "",
    )


def _by_platform(platform: str, linux: str, mac: str, windows: str) -> str:
    return {"darwin": mac, "win32": windows}.get(platform, linux)
