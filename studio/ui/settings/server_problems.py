"""What is wrong with settings of servers that were pasted or found, as sentences."""

from PySide6.QtCore import QCoreApplication

from studio.core.server_json import JsonProblem, ProblemCode
from studio.ui.visible import visible

translate = QCoreApplication.translate


def problem_text(problem: JsonProblem) -> str:
    """One sentence, with the name of the server where it is about one."""
    text = _sentence(problem)
    return f"{visible(problem.server)}: {text}" if problem.server else text


def code_text(code: str) -> str:
    """Of a file of another program, where nothing but the code is known."""
    try:
        return problem_text(JsonProblem(ProblemCode(code)))
    except ValueError:
        return translate("servers", "the file cannot be read.")


def _sentence(problem: JsonProblem) -> str:
    detail = visible(problem.detail)
    if problem.code is ProblemCode.NO_JSON and problem.line:
        text = translate("servers", "This is no JSON: look at line {0}, column {1}.")
        return text.format(problem.line, problem.column)
    if problem.code is ProblemCode.BAD_VALUE and problem.field == "url":
        return translate(
            "servers", "There is a key in the address, which is kept in a file. Use a header."
        )
    return {
        ProblemCode.TOO_LARGE: translate("servers", "This is too long to be read."),
        ProblemCode.NO_JSON: translate("servers", "This is no JSON, no command and no address."),
        ProblemCode.NO_SERVERS: translate("servers", "There are no servers in it."),
        ProblemCode.TOO_MANY: translate("servers", "Only the first {0} are read.").format(detail),
        ProblemCode.NO_OBJECT: translate("servers", "this is no object in braces."),
        ProblemCode.NOTHING_TO_REACH: translate(
            "servers", "there is neither a command nor an address."
        ),
        ProblemCode.BAD_VALUE: translate("servers", "“{0}” cannot be what it is.").format(
            visible(problem.field)
        ),
        ProblemCode.BAD_ADDRESS: translate(
            "servers", "the address must begin with http:// or https://."
        ),
        ProblemCode.UNKNOWN_TRANSPORT: translate(
            "servers", "the transport “{0}” is not known."
        ).format(detail),
        ProblemCode.TWICE: translate(
            "servers", "the name comes twice; the second is called {0}."
        ).format(detail),
        ProblemCode.UNKNOWN_PLACEHOLDER: translate(
            "servers", "nobody here fills in {0}: look at its settings."
        ).format(detail),
        ProblemCode.SECRET_ASKED: translate(
            "servers", "it needs a secret, {0}: enter it in its settings."
        ).format(detail),
    }[problem.code]
