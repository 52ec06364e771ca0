"""How private something is, and where it may go, in the user's words."""

from PySide6.QtCore import QCoreApplication

from studio.core.trust import Cause, Level, Reach, Seen
from studio.harness.trust import ChipFacts

translate = QCoreApplication.translate


def level_text(level: Level) -> str:
    return {
        Level.PUBLIC: translate("trust", "Public"),
        Level.INTERNAL: translate("trust", "Internal"),
        Level.SECRET: translate("trust", "Secret"),
    }[level]


def may_receive_text(level: Level) -> str:
    """What a provider or a service may be sent."""
    return {
        Level.PUBLIC: translate("trust", "Only what is public"),
        Level.INTERNAL: translate("trust", "Internal data too"),
        Level.SECRET: translate("trust", "Everything, secrets too"),
    }[level]


def reach_text(reach: Reach) -> str:
    """Where the arguments of a tool go."""
    return {
        Reach.NOWHERE: translate("trust", "Nothing leaves this computer"),
        Reach.SERVICE: translate("trust", "Goes to one service that you set up"),
        Reach.QUERIES: translate("trust", "Goes to others as queries"),
        Reach.CHOSEN: translate("trust", "Goes wherever the model says"),
    }[reach]


def chip_text(facts: ChipFacts) -> str:
    """What the chip in the header says; empty where there is nothing to say."""
    if facts.level is Level.PUBLIC:
        return ""
    is_secret = facts.level is Level.SECRET
    if facts.stays_here:
        return (
            translate("trust", "Secret data stays on this computer")
            if is_secret
            else translate("trust", "Internal data stays on this computer")
        )
    if facts.may_go:
        said = (
            translate("trust", "Secret data may go to {0}")
            if is_secret
            else translate("trust", "Internal data may go to {0}")
        )
    else:
        said = (
            translate("trust", "Secret data may not go to {0}")
            if is_secret
            else translate("trust", "Internal data may not go to {0}")
        )
    return said.format(facts.provider)


def held_text(provider: str, level: Level, clearance: Level) -> str:
    """Why a request waits: what was seen, and what may be sent there."""
    seen = (
        translate("trust", "Something secret was read in this chat.")
        if level is Level.SECRET
        else translate("trust", "Something internal was read in this chat.")
    )
    allowed = (
        translate("trust", "{0} may be sent public data only.")
        if clearance is Level.PUBLIC
        else translate("trust", "{0} may be sent internal data at most.")
    )
    return f"{seen} {allowed.format(provider)}"


def seen_text(seen: Seen) -> str:
    """One thing that a chat has seen, in one line."""
    match seen.cause:
        case Cause.USER:
            return translate("trust", "You said that this chat is private")
        case Cause.INSTRUCTION:
            said = translate("trust", "{0} brought something that reads like an instruction")
            return said.format(seen.subject)
        case Cause.RESULT:
            if seen.detail:
                return translate("trust", "{0} read {1}").format(seen.subject, seen.detail)
            return translate("trust", "{0} brought a result").format(seen.subject)
