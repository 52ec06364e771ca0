"""What is wrong with an address, a key, a model or the way to a host, and what to do about it."""

from PySide6.QtCore import QCoreApplication

from studio.core.errors import Diagnosis, Failure
from studio.core.messages import Dialect
from studio.ui.dialect_texts import dialect_title

translate = QCoreApplication.translate

_Words = dict[str, tuple[str, str]]


def way_text(failure: Failure) -> tuple[str, str] | None:
    """Title and advice for a code of `Diagnosis`, with what the failure suggests."""
    words = (_addresses() | _keys() | _models() | _gates() | _trust() | _network()).get(
        failure.code
    )
    if words is None:
        return None
    title, advice = words
    named = ", ".join(_shown(failure))
    more = _with_suggestions(failure.code, named) if named else ""
    return title.format(failure.message), more or advice


def _shown(failure: Failure) -> tuple[str, ...]:
    if failure.code == Diagnosis.WRONG_DIALECT:
        return tuple(dialect_title(Dialect(name)) for name in failure.suggestions)
    return failure.suggestions


def _with_suggestions(code: str, named: str) -> str:
    match code:
        case Diagnosis.WRONG_DIALECT:
            advice = translate("texts", "Choose another API type in the profile: {0}.")
        case Diagnosis.FOREIGN_KEY:
            advice = translate(
                "texts", "It looks like a key of {0}. Use it there, and enter one of this provider."
            )
        case Diagnosis.KEY_SHAPE:
            advice = translate("texts", "Its keys begin with {0}. Copy the whole key once more.")
        case Diagnosis.KEY_REGION:
            advice = translate(
                "texts",
                "Check the key. Keys of other regions are only known at their own address: {0}.",
            )
        case Diagnosis.MODEL_NAME:
            advice = translate("texts", "Did you mean {0}? Or choose one from the provider's list.")
        case Diagnosis.NOT_PULLED:
            advice = translate(
                "texts", "Fetch it in Settings, Providers and keys, or choose one of: {0}."
            )
        case _:
            advice = translate("texts", "Change the base URL in the profile to {0}.")
    return advice.format(named)


def _at_host() -> _Words:
    return _addresses() | _keys() | _models() | _replies()


def _on_the_way() -> _Words:
    return _gates() | _trust() | _network()


def _replies() -> _Words:
    other = translate("texts", "Choose Retry. If it stays, try another model or server.")
    return {
        Diagnosis.REPLY_TOO_LONG: (
            translate("texts", "The reply is longer than Callboard reads: {0} bytes."),
            other,
        ),
        Diagnosis.LINE_TOO_LONG: (
            translate("texts", "A line of the reply is longer than Callboard reads: {0} bytes."),
            other,
        ),
        Diagnosis.CALL_WITHOUT_ID: (
            translate("texts", "The model called “{0}” in a way that cannot be answered."),
            translate("texts", "The call has no ID. Choose Retry, or another model or server."),
        ),
    }


def _addresses() -> _Words:
    base = translate("texts", "Copy the base URL from the provider's documentation.")
    nothing = translate("texts", "There is no such API at this address.")
    return {
        Diagnosis.DOUBLED_VERSION: (
            translate("texts", "The version stands twice in the base URL."),
            base,
        ),
        Diagnosis.MISSING_VERSION: (nothing, base),
        Diagnosis.FULL_ENDPOINT: (
            translate("texts", "The base URL goes too far: it holds an endpoint."),
            base,
        ),
        Diagnosis.TRAILING_GARBAGE: (
            translate("texts", "A character too many ends the base URL."),
            base,
        ),
        Diagnosis.OTHER_ADDRESS: (nothing, base),
        Diagnosis.WEB_PAGE: (
            translate("texts", "There is a web page at this address, and no API."),
            base,
        ),
        Diagnosis.NEEDS_HTTPS: (
            translate("texts", "This address is only spoken to by https."),
            translate("texts", "Begin the base URL with https://."),
        ),
        Diagnosis.NEEDS_HTTP: (
            translate("texts", "This server does not speak https."),
            translate(
                "texts", "Check the port. Beyond your own network, never send a key by plain http."
            ),
        ),
        Diagnosis.WRONG_DIALECT: (
            translate("texts", "This host does not speak the profile's API type."),
            translate("texts", "Choose another API type in the profile."),
        ),
    }


def _keys() -> _Words:
    enter = translate("texts", "Enter the key in Settings, Providers and keys.")
    foreign = translate("texts", "This is not a key of this provider.")
    return {
        Diagnosis.FOREIGN_KEY: (foreign, enter),
        Diagnosis.KEY_SHAPE: (foreign, enter),
        Diagnosis.KEY_REGION: (
            translate("texts", "The provider did not accept the key at this address."),
            enter,
        ),
        Diagnosis.PLACEHOLDER_KEY: (
            translate("texts", "The key is only the example from a manual."),
            translate("texts", "Make a key on the provider's page and enter that one."),
        ),
        Diagnosis.NO_KEY: (
            translate("texts", "This provider wants a key, and none is set."),
            enter,
        ),
    }


def _models() -> _Words:
    return {
        Diagnosis.MODEL_NAME: (
            translate("texts", "The provider does not have this model."),
            translate("texts", "Choose a model from the provider's list."),
        ),
        Diagnosis.NOT_PULLED: (
            translate("texts", "This model is not on the Ollama server yet."),
            translate("texts", "Fetch it in Settings, Providers and keys, at this provider."),
        ),
    }


def _gates() -> _Words:
    return {
        Diagnosis.REGION: (
            translate("texts", "The provider does not serve the country you connect from."),
            translate("texts", "Choose another provider, or turn off a VPN that leads elsewhere."),
        ),
        Diagnosis.BLOCKED: (
            translate("texts", "A guard before the provider did not let the request through."),
            translate("texts", "Try another network, or turn off a VPN. The key is not to blame."),
        ),
        Diagnosis.CAPTIVE_PORTAL: (
            translate("texts", "This network wants you to log in first."),
            translate("texts", "Open any page in your browser, log in, then choose Retry."),
        ),
    }


def _trust() -> _Words:
    own = translate(
        "texts",
        "If you trust it, choose its certificate file in the profile's advanced settings, or add"
        " it to the system.",
    )
    return {
        Diagnosis.CLOCK: (
            translate("texts", "The clock of this computer seems to be wrong."),
            translate("texts", "Set date and time, then choose Retry."),
        ),
        Diagnosis.CERTIFICATE_EXPIRED: (
            translate("texts", "The host's certificate has expired."),
            translate(
                "texts",
                "Check the date of this computer. If it is right, only the host can mend it.",
            ),
        ),
        Diagnosis.CERTIFICATE_NAME: (
            translate("texts", "The certificate belongs to another host."),
            translate(
                "texts",
                "Check the spelling of the base URL, and whether this network wants a login first.",
            ),
        ),
        Diagnosis.SELF_SIGNED: (
            translate("texts", "Nobody this computer trusts vouches for the certificate of “{0}”."),
            own,
        ),
        Diagnosis.TLS_INTERCEPTION: (
            translate("texts", "The secure connection was signed by “{0}”, not by the provider."),
            translate(
                "texts",
                "A firewall or virus scanner may read along. If it is your organisation's, ask for"
                " its certificate file and choose it in the profile's advanced settings.",
            ),
        ),
        Diagnosis.CA_FILE: (
            translate("texts", "The file of certificates cannot be used: {0}"),
            translate("texts", "Choose a PEM file in the profile's advanced settings."),
        ),
    }


def _network() -> _Words:
    proxy = translate("texts", "Check the proxy in the profile, the system or the environment.")
    return {
        Diagnosis.PROXY: (translate("texts", "The proxy {0} cannot be used."), proxy),
        Diagnosis.PROXY_LOGIN: (
            translate("texts", "The proxy wants a user name and password."),
            translate("texts", "Enter them in the profile's advanced settings."),
        ),
        Diagnosis.PROXY_UNREACHABLE: (
            translate("texts", "The proxy {0} does not answer."),
            proxy,
        ),
        Diagnosis.PROXY_REFUSED: (
            translate("texts", "The proxy {0} does not let this connection through."),
            translate("texts", "Ask whoever runs it, or name the host as an exception (NO_PROXY)."),
        ),
        Diagnosis.HOST_NOT_FOUND: (
            translate("texts", "The name of the host is not known."),
            translate("texts", "Check the spelling of the base URL, and the network."),
        ),
        Diagnosis.NO_NAME_SERVER: (
            translate("texts", "No name server answers: this computer may be offline."),
            translate("texts", "Check the network, then choose Retry."),
        ),
        Diagnosis.REFUSED: (
            translate("texts", "Nothing answers at this address."),
            translate("texts", "Start the server, or check the port in the base URL."),
        ),
        Diagnosis.UNREACHABLE: (
            translate("texts", "No way leads to this host."),
            translate("texts", "Check the network or VPN, and the number in the base URL."),
        ),
        Diagnosis.CONNECT_TIMEOUT: (
            translate("texts", "The host does not answer."),
            translate("texts", "Check the base URL and the network. A firewall may be in the way."),
        ),
    }
