"""Whether every statement of an SQL text is of one kind, whatever database reads it.

Databases disagree about what is a comment, a string or the end of a statement. A text that one of
them could read differently is nothing to be sure about; some do not even need a semicolon between
two statements, so a word that acts must not stand anywhere but in strings.
"""

import re
from collections.abc import Iterator

_MOST_CHARACTERS = 100_000
_TOKEN = re.compile(
    r"(?P<space>\s+|--(?=[ \t\r\n]|$)[^\n]*|/\*(?![!+M])(?:(?!/\*|\*/).)*\*/)"
    r"|(?P<quoted>'[^']*'|\"[^\"]*\"|`[^`]*`|\[[\w ,:]*\])"
    r"|(?P<word>[^\W\d]\w*)"
    r"|(?P<number>\d[\w.]*)"
    r"|(?P<sign>\$(?=\d)|[();]|(?!/\*|\*/|--)[^\s\w'\"`\[$#\\;()])",
    re.DOTALL,
)
# Comments to some and not to others; `\'` and `q'` end strings in different places.
_AMBIGUOUS = re.compile(r"--[^ \t\r\n]|\\['\"`]|\b(?:n?q)'|\r(?!\n)", re.IGNORECASE)
_HARMLESS_CONTROLS = str.maketrans("\t\n\r", "   ")
_ACTING = (
    "ALTER ANALYZE ATTACH BACKUP BEGIN BULK CALL CLUSTER COMMIT COPY CREATE DBCC DEALLOCATE DECLARE"
    " DELETE DENY DETACH DO DROP DUMPFILE EXEC EXECUTE FLUSH GO GRANT HANDLER INSERT INSTALL INTO"
    " KILL LISTEN LOAD LOCK MERGE NOTIFY OPENQUERY OPENROWSET OUTFILE PRAGMA PREPARE PURGE"
    " RECONFIGURE REFRESH REINDEX RENAME REPLACE RESET RESTORE REVOKE ROLLBACK SAVEPOINT SET"
    " SHUTDOWN TRUNCATE UNINSTALL UPDATE UPSERT USE VACUUM WAITFOR"
)
_ACTS = frozenset(_ACTING.split())
# What belongs to a kind of statement.
_COMPANIONS = {
    "INSERT": {"INTO"},
    "REPLACE": {"INTO"},
    "UPDATE": {"SET"},
    "MERGE": {"INTO", "INSERT", "UPDATE", "DELETE", "SET"},
}
_MAIN = frozenset({"SELECT", "VALUES", "TABLE", "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE"})

Token = tuple[str, str]  # what it is, and its text: words in capitals


def fits_sql(verb: str, text: str) -> bool | None:
    """Whether each statement is a `verb` and does nothing else; None where that is not sure.

    False only where no statement can be one.
    """
    verb = verb.strip().upper()
    tokens = _tokens(text)
    if tokens is None or not verb:
        return None
    statements = [statement for statement in _statements(tokens) if statement]
    if not statements:
        return None
    verbs = [verb_of(statement) for statement in statements]
    if all(found == verb for found in verbs):
        return True if all(_is_plain(verb, each) for each in statements) else None
    is_named = any(token == ("word", verb) for token in tokens)
    return None if is_named or "" in verbs else False


def is_forbidden_sql(verb: str, text: str) -> bool | None:
    """The same for a rule that forbids: one statement of the kind is enough."""
    verb = verb.strip().upper()
    tokens = _tokens(text)
    if tokens is None:
        return None
    if any(verb_of(statement) == verb for statement in _statements(tokens) if statement):
        return True
    return fits_sql(verb, text)


def sql_verb(text: str) -> str:
    """The one kind of all its statements, in capitals; empty where that is not sure."""
    tokens = _tokens(text)
    first = next(_statements(tokens), []) if tokens else []
    verb = verb_of(first) if first else ""
    return verb if verb and fits_sql(verb, text) else ""


def verb_of(statement: list[Token]) -> str:
    """The word that says what a statement does: after WITH that of the statement itself."""
    words = [token for token in statement if token != ("sign", "(")]
    if words[:1] != [("word", "WITH")]:
        return words[0][1] if words and words[0][0] == "word" else ""
    depth = 0
    for kind, text in statement:
        depth += (text == "(") - (text == ")") if kind == "sign" else 0
        if depth == 0 and kind == "word" and text in _MAIN:
            return text
    return ""


def _is_plain(verb: str, statement: list[Token]) -> bool:
    """Nothing in it acts but the verb itself, at its one place."""
    fine = _COMPANIONS.get(verb, set())
    acting = [
        text
        for n, (kind, text) in enumerate(statement)
        if kind == "word"
        and text in _ACTS
        and text not in fine
        # A function, such as REPLACE(name, 'a', 'b').
        and not (text == "REPLACE" and verb != text and statement[n + 1 : n + 2] == [("sign", "(")])
    ]
    return acting == [verb] * (verb in _ACTS)


def _tokens(text: str) -> list[Token] | None:
    """None where databases may disagree."""
    if len(text) > _MOST_CHARACTERS or not text.translate(_HARMLESS_CONTROLS).isprintable():
        return None
    tokens: list[Token] = []
    place = 0
    if _AMBIGUOUS.search(text):
        return None
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            return None
        place = match.end()
        kind = str(match.lastgroup)
        if kind == "word":
            tokens.append((kind, match[0].upper()))
        elif kind != "space":
            tokens.append((kind, match[0]))
    return tokens


def _statements(tokens: list[Token]) -> Iterator[list[Token]]:
    statement: list[Token] = []
    for token in tokens:
        if token == ("sign", ";"):
            yield statement
            statement = []
        else:
            statement.append(token)
    yield statement
