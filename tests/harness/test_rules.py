"""Which remembered decision counts for a call."""

from __future__ import annotations

import json
from itertools import permutations
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from studio.core.rules import ANY, Condition, ConditionKind, Permission, Rule, Rules, Why
from studio.core.tools import ToolDefinition
from studio.harness.fit_path import System
from studio.harness.rules import CallFacts, fits, may_fit, narrowings, ruling

LINUX = System(PurePosixPath, "/home/ana", folds=False)
MAC = System(PurePosixPath, "/Users/ana", folds=True)
WINDOWS = System(PureWindowsPath, "C:\\Users\\ana", folds=True)

YES, NO, UNSURE = True, False, None

PATHS = [
    # folder, path, system, answer
    ("/home/ana/notes", "/home/ana/notes/a.txt", LINUX, YES),
    ("/home/ana/notes", "/home/ana/notes", LINUX, YES),
    ("/home/ana/notes", "/home/ana/notes/", LINUX, YES),
    ("/home/ana/notes/", "/home/ana/notes/deep/er/a.txt", LINUX, YES),
    ("/home/ana/notes", "/home/ana/notes//a.txt", LINUX, YES),
    ("/home/ana/notes", "/home/ana/notes/./a.txt", LINUX, YES),
    ("/home/ana/notes", "~/notes/a.txt", LINUX, YES),
    ("~/notes", "/home/ana/notes/a.txt", LINUX, YES),
    ("/", "/etc/passwd", LINUX, YES),
    ("/home/ana/notes", "/home/ana/notes/two words ä.txt", LINUX, YES),
    ("/home/ana/notes", "/home/ana/notes/..hidden", LINUX, YES),
    ("/home/ana/notes", "/home/ana/notes-old/a.txt", LINUX, NO),
    ("/home/ana/notes", "/home/ana", LINUX, NO),
    ("/home/ana/notes", "/home/ana/other/notes/a.txt", LINUX, NO),
    ("/home/ana/notes", "~/other/a.txt", LINUX, NO),
    ("/home/ana/notes", "/etc/passwd", LINUX, NO),
    ("/home/ana/notes", "/home/ana/notes/../.ssh/id", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/x/../a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/x/../notes/a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "notes/a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "~bob/notes/a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "$HOME/notes/a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/$UP/a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/`x`", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/%2e%2e/x", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/%2E./x", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes%2fx", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/%252e%252e/x", LINUX, UNSURE),
    ("/home/ana/notes", "//home/ana/notes/a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "file:///home/ana/notes/a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "C:\\home\\ana\\notes\\a.txt", LINUX, UNSURE),
    ("/home/ana/notes", "", LINUX, UNSURE),
    ("/home/ana/notes", "   ", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/a\0.txt", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/a\nb", LINUX, UNSURE),
    ("/home/ana/notes", "/home/ana/notes/" + "a" * 5_000, LINUX, UNSURE),
    ("", "/home/ana/notes/a.txt", LINUX, UNSURE),
    ("notes", "/home/ana/notes/a.txt", LINUX, UNSURE),
    ("/home/ana/../bob", "/home/bob/a.txt", LINUX, UNSURE),
    ("/home/ana/Notes", "/home/ana/notes/a.txt", LINUX, UNSURE),
    ("/home/ana/é", "/home/ana/e\u0301/a.txt", LINUX, UNSURE),
    ("/Users/ana/Notes", "/users/ANA/notes/a.txt", MAC, YES),
    ("/Users/ana/Ä", "/Users/ana/ä/a.txt", MAC, UNSURE),
    ("/Users/ana/strasse", "/Users/ana/straße/a.txt", MAC, UNSURE),
    ("/Users/ana/\u212a", "/Users/ana/k/a.txt", MAC, UNSURE),
    ("/Users/ana/Notes", "/Users/ana/Notizen/a.txt", MAC, NO),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\notes\\a.txt", WINDOWS, YES),
    ("C:\\Users\\ana\\notes", "c:/users/ANA/Notes/a.txt", WINDOWS, YES),
    ("C:\\Users\\ana\\notes", "~\\notes\\a.txt", WINDOWS, YES),
    ("\\\\srv\\share\\x", "//srv/share/x/a.txt", WINDOWS, YES),
    ("C:\\Users\\ana\\notes", "D:\\Users\\ana\\notes\\a.txt", WINDOWS, NO),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\notes2\\a.txt", WINDOWS, NO),
    ("C:\\Users\\ana\\notes", "\\\\srv\\share\\a.txt", WINDOWS, NO),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\notes\\..\\a.txt", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "C:notes\\a.txt", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "\\Users\\ana\\notes\\a.txt", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "\\\\?\\C:\\Users\\ana\\notes\\a.txt", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "\\\\.\\C:\\Users\\ana\\notes\\a.txt", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\notes\\a.txt:stream", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\notes \\a.txt", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\notes\\a.txt.", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\NOTES~1\\a.txt", WINDOWS, UNSURE),
    ("C:\\Users\\ana\\notes", "C:\\Users\\ana\\notes\\*.txt", WINDOWS, UNSURE),
]


@pytest.mark.parametrize(("folder", "path", "system", "answer"), PATHS)
def test_a_path_lies_in_a_folder_only_where_its_text_leaves_no_doubt(
    folder: str, path: str, system: System, answer: bool | None
) -> None:
    condition = Condition(ConditionKind.PATH_UNDER, "path", folder)
    assert may_fit(condition, {"path": path}, system) is answer
    assert fits(condition, {"path": path}, system) is (answer is True)


HOSTS = [
    ("example.com", "https://example.com", YES),
    ("example.com", "https://example.com/", YES),
    ("example.com", "HTTPS://EXAMPLE.COM/a?b#c", YES),
    ("example.com", "http://example.com:8080/x", YES),
    ("example.com", "example.com", YES),
    ("example.com", "example.com/path", YES),
    ("example.com", "example.com:443", YES),
    ("example.com", "example.com.", YES),
    ("example.com", "wss://example.com/socket", YES),
    ("example.com", "https://example.com?x=@evil.com", YES),
    ("example.com", "https://example.com/@evil.com", YES),
    ("example.com", "https://example.com#@evil.com", YES),
    ("EXAMPLE.com", "https://example.com", YES),
    ("*.example.com", "https://www.example.com", YES),
    ("*.example.com", "https://a.b.example.com", YES),
    ("*.example.com", "https://example.com", NO),
    ("*.example.com", "https://badexample.com", NO),
    ("*.example.com", "https://www.example.com.evil.com", NO),
    ("example.com", "https://www.example.com", NO),
    ("example.com", "https://example.com.evil.com", NO),
    ("example.com", "https://example.comevil.com", NO),
    ("example.com", "https://evil.com/example.com", NO),
    ("example.com", "https://evil.com?example.com", NO),
    ("example.com:8443", "https://example.com:8443/", YES),
    ("example.com:443", "https://example.com/", YES),
    ("example.com:80", "http://example.com/", YES),
    ("example.com:8443", "https://example.com/", NO),
    ("example.com:8443", "https://example.com:8444/", NO),
    ("example.com:8443", "example.com", UNSURE),
    ("*.example.com:8443", "https://a.example.com:8443", YES),
    ("bücher.example", "https://bücher.example/x", YES),
    ("bücher.example", "https://xn--bcher-kva.example/x", YES),
    ("xn--bcher-kva.example", "https://BÜCHER.example/x", YES),
    ("bucher.example", "https://bücher.example/x", NO),
    ("example.com", "https://ex\u0430mple.com", NO),  # a Cyrillic a
    ("example.com", "https://\uff45xample.com", YES),
    ("strasse.de", "https://straße.de", UNSURE),
    ("example.com", "https://example.com\u2100evil.com", UNSURE),
    ("good.com", "https://good.com@evil.com", UNSURE),
    ("good.com", "https://good.com:pw@evil.com/", UNSURE),
    ("evil.com", "https://good.com@evil.com", UNSURE),
    ("good.com", "https://good.com\\@evil.com", UNSURE),
    ("good.com", "https://evil.com\\.good.com", UNSURE),
    ("good.com", "https:\\\\good.com", UNSURE),
    ("good.com", "https://good.com%2eevil.com", UNSURE),
    ("good.com", "https://good.com%00.evil.com", UNSURE),
    ("good.com", "https://good.com\t.evil.com", UNSURE),
    ("good.com", "https://good.com\n.evil.com", UNSURE),
    ("good.com", " https://good.com", UNSURE),
    ("good.com", "https:good.com", UNSURE),
    ("good.com", "https:/good.com", UNSURE),
    ("good.com", "https:///good.com", UNSURE),
    ("good.com", "//good.com", UNSURE),
    ("good.com", "ftp://good.com", UNSURE),
    ("good.com", "file:///etc/passwd", UNSURE),
    ("good.com", "javascript:alert(1)", UNSURE),
    ("good.com", "data:text/html,x", UNSURE),
    ("good.com", "http:8080", UNSURE),
    ("good.com", "https://good.com:99999999/", UNSURE),
    ("good.com", "https://good..com", UNSURE),
    ("good.com", "https://", UNSURE),
    ("good.com", "", UNSURE),
    ("good.com", "https://" + "a" * 9_000, UNSURE),
    ("", "https://good.com", UNSURE),
    ("127.0.0.1", "http://127.0.0.1:5000/x", YES),
    ("127.0.0.1", "http://2130706433/", UNSURE),
    ("127.0.0.1", "http://0x7f.1/", UNSURE),
    ("127.0.0.1", "http://127.1/", UNSURE),
    ("127.0.0.1", "http://127.0.0.01/", UNSURE),
    ("[::1]", "http://[::1]:8080/", YES),
    ("[::1]", "http://[0:0:0:0:0:0:0:1]/", YES),
    ("[::1]", "http://[::2]/", NO),
    ("127.0.0.1", "http://[::ffff:127.0.0.1]/", UNSURE),
    ("[::1]", "http://[::1%25eth0]/", UNSURE),
]


@pytest.mark.parametrize(("host", "address", "answer"), HOSTS)
def test_an_address_is_at_a_host_only_where_every_program_would_say_so(
    host: str, address: str, answer: bool | None
) -> None:
    condition = Condition(ConditionKind.HOST, "url", host)
    assert may_fit(condition, {"url": address}) is answer
    assert fits(condition, {"url": address}) is (answer is True)


SQL = [
    # verb, text, whether it surely is one, what a rule that forbids makes of it
    ("SELECT", "SELECT 1", YES, YES),
    ("select", "Select * from t;", YES, YES),
    ("SELECT", "SELECT 1; SELECT 2;", YES, YES),
    ("SELECT", "  -- a comment\nSELECT a FROM t", YES, YES),
    ("SELECT", "/* DELETE FROM t; */ SELECT a FROM t", YES, YES),
    ("SELECT", "SELECT 'a; DELETE FROM t' FROM t", YES, YES),
    ("SELECT", "SELECT 'it''s; DROP TABLE t' FROM t", YES, YES),
    ("SELECT", 'SELECT "delete" FROM t', YES, YES),
    ("SELECT", "SELECT `drop` FROM t", YES, YES),
    ("SELECT", "SELECT [a b] FROM t", YES, YES),
    ("SELECT", "(SELECT 1) UNION (SELECT 2)", YES, YES),
    ("SELECT", "WITH x AS (SELECT 1) SELECT * FROM x", YES, YES),
    (
        "SELECT",
        "WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM x) SELECT n FROM x",
        1,
        1,
    ),
    ("SELECT", "SELECT replace(a, 'x', 'y') FROM t", YES, YES),
    ("SELECT", "SELECT deleted, updated_at FROM inserts", YES, YES),
    ("SELECT", "SELECT a FROM t WHERE b = $1 AND c = ? AND d = :name", YES, YES),
    ("SELECT", "SELECT 5 - -3", YES, YES),
    ("SELECT", "DELETE FROM t", NO, NO),
    ("SELECT", "DROP TABLE t", NO, NO),
    ("SELECT", "EXPLAIN DELETE FROM t", NO, NO),
    ("SELECT", "SELECT 1; DELETE FROM t", UNSURE, YES),
    ("SELECT", "SELECT 1 DELETE FROM t", UNSURE, YES),
    ("SELECT", "SELECT 1\nGO\nDROP TABLE t", UNSURE, YES),
    ("SELECT", "SELECT * INTO copy FROM t", UNSURE, YES),
    ("SELECT", "SELECT a INTO OUTFILE '/tmp/x' FROM t", UNSURE, YES),
    ("SELECT", "SELECT a FROM t FOR UPDATE", UNSURE, YES),
    ("SELECT", "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x", UNSURE, YES),
    ("SELECT", "WITH x AS (SELECT 1) DELETE FROM t", UNSURE, UNSURE),
    ("SELECT", "EXPLAIN ANALYZE SELECT 1", UNSURE, UNSURE),
    ("SELECT", "INSERT INTO t SELECT 1", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 --1; DELETE FROM t", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 # '\n; DELETE FROM t; -- '", UNSURE, UNSURE),
    ("SELECT", "SELECT 'a\\'; DELETE FROM t; -- '", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 /*! ; DELETE FROM t */", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 /*M! ; DELETE FROM t */", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 /* /* */ ; DELETE FROM t; /* */ */", UNSURE, UNSURE),
    ("SELECT", "SELECT $$ ; $$; DELETE FROM t", UNSURE, UNSURE),
    ("SELECT", "SELECT $a$ ' $a$; DELETE FROM t; -- '", UNSURE, UNSURE),
    ("SELECT", "SELECT q'[ ' ]'; DELETE FROM t; -- '", UNSURE, UNSURE),
    ("SELECT", "SELECT [a'] FROM t; DELETE FROM t; -- '", UNSURE, UNSURE),
    ("SELECT", "SELECT 'unfinished", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 /* unfinished", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 -- x\r; DELETE FROM t", UNSURE, UNSURE),
    ("SELECT", "SELECT 1 -- x\u2028; DELETE FROM t", UNSURE, UNSURE),
    ("SELECT", "\\! rm -rf /", UNSURE, UNSURE),
    ("SELECT", ".shell rm", UNSURE, UNSURE),
    ("SELECT", "", UNSURE, UNSURE),
    ("SELECT", ";;", UNSURE, UNSURE),
    ("SELECT", "SELECT 1" + " " * 100_001, UNSURE, UNSURE),
    ("", "SELECT 1", UNSURE, UNSURE),
    ("DELETE", "DELETE FROM t WHERE a = 1", YES, YES),
    ("DELETE", "WITH x AS (SELECT 1) DELETE FROM t WHERE a IN (SELECT * FROM x)", YES, YES),
    ("DELETE", "SELECT 1; DELETE FROM t", UNSURE, YES),
    ("DELETE", "SELECT 1 DELETE FROM t", UNSURE, UNSURE),
    ("DELETE", "WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x", UNSURE, UNSURE),
    ("DELETE", "EXPLAIN ANALYZE DELETE FROM t", UNSURE, UNSURE),
    ("DELETE", "SELECT 'DELETE FROM t'", NO, NO),
    ("INSERT", "INSERT INTO t VALUES (1, 'x')", YES, YES),
    ("INSERT", "INSERT INTO t SELECT * FROM u", YES, YES),
    ("INSERT", "INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1", UNSURE, YES),
    ("INSERT", "INSERT INTO t VALUES (1); DROP TABLE t", UNSURE, YES),
    ("UPDATE", "UPDATE t SET a = 1", YES, YES),
    ("UPDATE", "UPDATE t SET a = 1; UPDATE t SET a = 2", YES, YES),
    ("UPDATE", "UPDATE t SET a = 1 UPDATE u SET a = 2", UNSURE, YES),
    ("PRAGMA", "PRAGMA table_info(t)", YES, YES),
    ("SHOW", "SHOW TABLES", YES, YES),
    ("EXPLAIN", "EXPLAIN SELECT 1", YES, YES),
    ("EXPLAIN", "EXPLAIN ANALYZE DELETE FROM t", UNSURE, YES),
]


@pytest.mark.parametrize(("verb", "text", "allows", "forbids"), SQL)
def test_sql_is_of_a_kind_only_where_no_database_reads_it_differently(
    verb: str, text: str, allows: bool | None, forbids: bool | None
) -> None:
    condition = Condition(ConditionKind.SQL_VERB, "sql", verb)
    assert fits(condition, {"sql": text}) is bool(allows)
    expected = None if forbids is None else bool(forbids)
    assert may_fit(condition, {"sql": text}) is expected


SHELL = [
    ("git", "git status", YES),
    ("git", "git", YES),
    ("git", "  git   log  -3 ", YES),
    ("git", "/usr/bin/git status", YES),
    ("git", '"git" status', YES),
    ("git", "git commit -m 'two words'", YES),
    ("git", "git show HEAD^ -- 'a b'", YES),
    ("git", ["git", "status"], YES),
    ("git status", "git status --short", YES),
    ("git status", "git  status", YES),
    ("git status", "git push", NO),
    ("git status", "git -c core.pager=x status", UNSURE),
    ("git status", "git", UNSURE),
    ("git", "gitk", NO),
    ("git", "ls -l", NO),
    ("git", "legit status", NO),
    ("git", "./git status", UNSURE),
    ("git", "/var/git status", UNSURE),
    ("git", "/home/ana/bin/git status", UNSURE),
    ("/home/ana/bin/git", "/home/ana/bin/git status", YES),
    ("git", "../git status", UNSURE),
    ("git", "git status; rm -rf ~", UNSURE),
    ("git", "git status && rm x", UNSURE),
    ("git", "git status || rm x", UNSURE),
    ("git", "git status & rm x", UNSURE),
    ("git", "git log | sh", UNSURE),
    ("git", "git log > /etc/passwd", UNSURE),
    ("git", "git log < x", UNSURE),
    ("git", "git log $(rm x)", UNSURE),
    ("git", "git log `rm x`", UNSURE),
    ("git", "git log ${IFS}", UNSURE),
    ("git", "git log $HOME", UNSURE),
    ("git", 'git commit -m "$(rm x)"', UNSURE),
    ("git", "git commit -m 'a; b'", UNSURE),
    ("git", "git status\nrm x", UNSURE),
    ("git", "git status\r\nrm x", UNSURE),
    ("git", "git status\u2028rm x", UNSURE),
    ("git", "git status\0", UNSURE),
    ("git", "git log {a,b}", UNSURE),
    ("git", "(git status)", UNSURE),
    ("git", "A=b git status", UNSURE),
    ("git", "PATH=/tmp git status", UNSURE),
    ("git", "! git push", UNSURE),
    ("git", "sudo git push", UNSURE),
    ("git", "env git push", UNSURE),
    ("git", "bash -c 'git push'", UNSURE),
    ("git", "xargs git", UNSURE),
    ("git", "time git status", UNSURE),
    ("git", "nice -n 3 git status", UNSURE),
    ("rm", "sudo apt remove x", UNSURE),
    ("rm", "find x -delete", UNSURE),
    ("rm", "echo rm", UNSURE),
    ("rm", "ls -l", NO),
    ("git", "git 'unfinished", UNSURE),
    ("git", "", UNSURE),
    ("git", "   ", UNSURE),
    ("", "git status", UNSURE),
    ("git", "GIT status", UNSURE),
    ("git", "git " + "a" * 20_001, UNSURE),
    ("git", ["git", "log; rm x"], UNSURE),
    ("git", ["git", 3], UNSURE),
    ("git", [], UNSURE),
    ("sudo", "sudo ls", YES),
]


@pytest.mark.parametrize(("program", "command", "answer"), SHELL)
def test_a_command_is_one_of_a_program_only_where_it_is_nothing_else(
    program: str, command: Any, answer: bool | None
) -> None:
    condition = Condition(ConditionKind.SHELL_VERB, "command", program)
    assert fits(condition, {"command": command}, LINUX) is (answer is True)
    found = may_fit(condition, {"command": command}, LINUX)
    # Of words that are no text one may be the program: a rule that forbids counts.
    assert found is (True if command == ["git", 3] else answer)


def test_windows_finds_a_program_in_capitals_and_with_its_ending() -> None:
    condition = Condition(ConditionKind.SHELL_VERB, "command", "git")
    assert fits(condition, {"command": "GIT.EXE status"}, WINDOWS)
    assert not fits(condition, {"command": "C:/tmp/git.exe status"}, WINDOWS)


EQUAL = [
    ('"a"', "a", YES),
    ('"a"', "A", NO),
    ('"1"', 1, NO),
    ("1", 1, YES),
    ("1", 1.0, YES),
    ("1.0", 1, YES),
    ("1", True, NO),
    ("true", True, YES),
    ("true", 1, NO),
    ("0", False, NO),
    ("null", None, YES),
    ("null", "", NO),
    ("[1, 2]", [1, 2], YES),
    ("[1, 2]", [2, 1], NO),
    ("[1, true]", [1, 1], NO),
    ('{"a": 1, "b": [true]}', {"b": [True], "a": 1}, YES),
    ('{"a": 1}', {"a": 1, "b": 2}, NO),
    ('{"a": 1}', {"a": "1"}, NO),
    ("", "", UNSURE),
    ("a", "a", UNSURE),
    ("[" * 100_000, "x", UNSURE),
    ('"é"', "e\u0301", NO),
]


@pytest.mark.parametrize(("text", "value", "answer"), EQUAL)
def test_an_argument_equals_as_json_does(text: str, value: object, answer: bool | None) -> None:
    condition = Condition(ConditionKind.EQUALS, "x", text)
    assert fits(condition, {"x": value}) is (answer is True)
    assert may_fit(condition, {"x": value}) is answer


@pytest.mark.parametrize("kind", [kind for kind in ConditionKind if kind is not ConditionKind.ANY])
def test_a_condition_about_an_argument_that_is_not_there_does_not_fit(kind: ConditionKind) -> None:
    condition = Condition(kind, "path", "git")
    assert not fits(condition, {})
    assert may_fit(condition, {"other": "git"}) is False


@pytest.mark.parametrize("value", [3, True, {"a": "b"}, [["git"]], 2.5])
def test_what_is_no_text_is_nothing_to_be_sure_about(value: object) -> None:
    for kind in (ConditionKind.PATH_UNDER, ConditionKind.HOST, ConditionKind.SQL_VERB):
        condition = Condition(kind, "x", "/a")
        assert not fits(condition, {"x": value}, LINUX)
        assert may_fit(condition, {"x": value}, LINUX) is None


def test_of_several_paths_all_must_lie_there_to_be_allowed_and_one_to_be_forbidden() -> None:
    condition = Condition(ConditionKind.PATH_UNDER, "paths", "/a")
    assert fits(condition, {"paths": ["/a/1", "/a/2"]}, LINUX)
    assert not fits(condition, {"paths": ["/a/1", "/b/2"]}, LINUX)
    assert not fits(condition, {"paths": []}, LINUX)
    assert may_fit(condition, {"paths": ["/b/1", "/a/2"]}, LINUX) is True
    assert may_fit(condition, {"paths": ["/b/1", "2"]}, LINUX) is None
    assert may_fit(condition, {"paths": ["/b/1", "/c"]}, LINUX) is False


TOOL = ToolDefinition("files__read", "Reads.", server_id="files", asks_first=True)
CALL = CallFacts(TOOL, {"path": "/a/b.txt"})
UNDER = Condition(ConditionKind.PATH_UNDER, "path", "/a")
AWAY = Condition(ConditionKind.PATH_UNDER, "path", "/z")


def rule(
    permission: str, tool: str = TOOL.name, condition: Condition = ANY, server: str = "files"
) -> Rule:
    return Rule(
        f"{permission}-{tool}-{condition.value}", Permission(permission), tool, server, condition
    )


NEVER, ASK, ALLOW = rule("never"), rule("ask"), rule("allow")
RULINGS: list[tuple[list[Rule], bool, Rule | str | None]] = [
    # the rules, oldest first; allowed in the chat; what counts
    ([], False, None),
    ([], True, "in chat"),
    ([ALLOW], False, ALLOW),
    ([ASK], False, ASK),
    ([NEVER], False, NEVER),
    ([NEVER], True, NEVER),
    ([ASK], True, "in chat"),
    ([ALLOW], True, ALLOW),
    ([rule("allow", condition=UNDER)], False, rule("allow", condition=UNDER)),
    ([rule("allow", condition=AWAY)], False, None),
    ([rule("never", condition=UNDER)], False, rule("never", condition=UNDER)),
    ([rule("never", condition=AWAY)], False, None),
    ([rule("never", condition=UNDER), ALLOW], True, rule("never", condition=UNDER)),
    ([NEVER, rule("allow", condition=UNDER)], True, NEVER),
    ([rule("never", condition=AWAY), ALLOW], False, ALLOW),
    ([ASK, rule("allow", condition=UNDER)], False, rule("allow", condition=UNDER)),
    ([rule("allow", condition=UNDER), ASK], False, ASK),
    ([ASK, rule("allow", condition=AWAY)], False, ASK),
    ([rule("allow", "")], False, rule("allow", "")),
    ([rule("never", "")], True, rule("never", "")),
    ([rule("never", ""), ALLOW], True, rule("never", "")),
    ([rule("ask", ""), ALLOW], False, ALLOW),
    ([ALLOW, rule("ask", "")], False, ALLOW),
    ([rule("allow", ""), ASK], False, ASK),
    ([rule("ask", "")], False, rule("ask", "")),
    ([rule("ask", "")], True, "in chat"),
    ([rule("allow", "", UNDER)], False, rule("allow", "", UNDER)),
    ([rule("allow", "", AWAY)], False, None),
    ([rule("allow", "other")], False, None),
    ([rule("never", "other")], False, None),
    ([rule("allow", server="mail")], False, None),
    ([rule("never", server="mail")], False, None),
    ([rule("allow", "", server="")], False, None),
    ([rule("never", "", server="")], False, None),
]


@pytest.mark.parametrize(("rules", "in_chat", "expected"), RULINGS)
def test_the_right_decision_counts(
    rules: list[Rule], in_chat: bool, expected: Rule | str | None
) -> None:
    allowed = frozenset({TOOL.name}) if in_chat else frozenset[str]()
    found = ruling(CALL, Rules(rules=tuple(rules)), allowed)
    if expected is None:
        assert found is None
        return
    assert found is not None
    if isinstance(expected, str):
        assert (found.permission, found.why, found.rule) == (Permission.ALLOW, Why.IN_CHAT, None)
    else:
        assert (found.permission, found.why, found.rule) == (
            expected.permission,
            Why.RULE,
            expected,
        )


def test_what_may_be_forbidden_is_asked_about_and_the_rule_is_named() -> None:
    never = rule("never", condition=Condition(ConditionKind.SHELL_VERB, "command", "rm"))
    call = CallFacts(TOOL, {"command": "ls; rm x"})
    found = ruling(call, Rules(rules=(never, ALLOW)), frozenset({TOOL.name}))
    assert found is not None
    assert (found.permission, found.rule) == (Permission.ASK, never)


def test_a_rule_for_all_of_callboards_tools_is_none_for_a_servers() -> None:
    own = ToolDefinition("calculate", "Calculates.")
    wide = Rule("1", Permission.NEVER)
    assert ruling(CallFacts(own, {}), Rules(rules=(wide,))) is not None
    assert ruling(CALL, Rules(rules=(wide,))) is None


RULE = st.builds(
    rule,
    st.sampled_from(["allow", "ask", "never"]),
    st.sampled_from(["", TOOL.name, "other"]),
    st.sampled_from([ANY, UNDER, AWAY]),
    st.sampled_from(["", "files"]),
)


@given(st.lists(RULE, max_size=6), st.booleans(), st.integers(0, 6))
def test_a_never_that_fits_is_never_outvoted(others: list[Rule], in_chat: bool, place: int) -> None:
    allowed = frozenset({TOOL.name}) if in_chat else frozenset[str]()
    for never in (NEVER, rule("never", condition=UNDER), rule("never", "")):
        rules = (*others[:place], never, *others[place:])
        found = ruling(CALL, Rules(rules=rules), allowed)
        assert found is not None
        assert found.permission is Permission.NEVER


@given(st.text(max_size=60))
@example("(")
def test_whatever_stands_in_an_argument_is_judged_without_an_error(text: str) -> None:
    for kind in ConditionKind:
        for value in ("git", "/a", text):
            condition = Condition(kind, "x", value)
            if fits(condition, {"x": text}, LINUX):
                assert may_fit(condition, {"x": text}, LINUX) is True


@given(st.text("gits ;&|$()<>`'\"\\\n{}!=#", max_size=30))
def test_no_sign_of_a_shell_ever_gets_through(text: str) -> None:
    condition = Condition(ConditionKind.SHELL_VERB, "command", "git")
    if fits(condition, {"command": text}, LINUX):
        assert not set(";&|$()<>`\n{}") & set(text)


@given(
    st.permutations(["SELECT 1", "DELETE FROM t", "SELECT 2"]), st.sampled_from(["; ", ";", "\n"])
)
def test_a_statement_that_deletes_never_hides_among_others(
    statements: list[str], between: str
) -> None:
    condition = Condition(ConditionKind.SQL_VERB, "sql", "SELECT")
    assert not fits(condition, {"sql": between.join(statements)})


def offered(
    tool: ToolDefinition, system: System = LINUX, **arguments: Any
) -> list[tuple[str, str]]:
    found = narrowings(tool, arguments, system)
    assert found[-1] == ANY
    assert len(found) <= 5
    assert all(fits(condition, arguments, system) for condition in found)
    return [(condition.kind.value, condition.value) for condition in found[:-1]]


def test_for_a_path_its_folder_is_offered_after_the_path_itself() -> None:
    assert offered(TOOL, path="/home/ana/notes/a.txt") == [
        ("equals", '"/home/ana/notes/a.txt"'),
        ("path_under", "/home/ana/notes"),
    ]
    assert offered(TOOL, folder="/home/ana/notes")[1] == ("path_under", "/home/ana/notes")
    assert offered(TOOL, filePath="~/notes/a.txt")[1] == ("path_under", "/home/ana/notes")
    assert offered(TOOL, WINDOWS, path="C:\\Users\\ana\\x\\a.txt")[1] == (
        "path_under",
        "C:\\Users\\ana\\x",
    )


def test_no_folder_is_offered_that_holds_everything() -> None:
    for path in ("/a.txt", "/home/ana/a.txt", "/home/a.txt", "a.txt"):
        assert [kind for kind, _ in offered(TOOL, path=path)] == ["equals"]


def test_nothing_is_offered_about_one_of_two_paths() -> None:
    assert offered(TOOL, source="/home/ana/x/a", destination="/home/ana/y/b") == []


def test_for_an_address_its_host_is_offered() -> None:
    assert offered(TOOL, url="https://example.com/a") == [
        ("equals", '"https://example.com/a"'),
        ("host", "example.com"),
    ]
    assert offered(TOOL, page="https://example.com:8443/" + "a" * 90) == [
        ("host", "example.com:8443")
    ]
    assert offered(TOOL, url="https://a@b.com/" + "a" * 90) == []


def test_for_a_command_its_first_words_are_offered_where_it_is_plain() -> None:
    assert offered(TOOL, command="git status --short")[1:] == [
        ("shell_verb", "git status"),
        ("shell_verb", "git"),
    ]
    assert offered(TOOL, command="ls; rm x") == [("equals", '"ls; rm x"')]
    assert offered(TOOL, command="sudo rm x") == [("equals", '"sudo rm x"')]
    assert offered(TOOL, command="/usr/bin/python3 x.py") == [("equals", '"/usr/bin/python3 x.py"')]


def test_for_sql_its_verb_is_offered_where_the_tool_is_about_sql() -> None:
    database = ToolDefinition("db__run", "Runs a query on the SQLite database.", server_id="db")
    text = "SELECT name FROM people WHERE town = 'a long enough text that no button could show it'"
    assert offered(database, query=text * 2 + "'") == []
    assert offered(database, query=text) == [("sql_verb", "SELECT")]
    search = ToolDefinition("web_search", "Searches.")
    assert offered(search, query="select a laptop") == [("equals", '"select a laptop"')]


def test_a_secret_is_never_offered_for_a_rule() -> None:
    assert offered(TOOL, api_key="sk-123", token="x") == []


def test_only_what_says_something_is_offered_of_plain_arguments() -> None:
    assert offered(TOOL, city="Bonn", days=3, metric=True) == [("equals", '"Bonn"')]
    assert offered(TOOL, number=3) == [("equals", "3")]
    assert offered(TOOL) == []
    assert offered(TOOL, text="x" * 200) == []


@given(
    st.dictionaries(
        st.sampled_from(["path", "url", "sql", "command", "city", "paths", "n"]),
        st.text(max_size=30) | st.integers() | st.none() | st.lists(st.text(max_size=5)),
    )
)
def test_whatever_is_offered_fits_the_call(arguments: dict[str, Any]) -> None:
    for condition in narrowings(TOOL, arguments, LINUX):
        assert fits(condition, arguments, LINUX)


def test_the_order_of_rules_that_all_allow_changes_no_answer() -> None:
    rules = [ALLOW, rule("allow", condition=UNDER), rule("allow", "")]
    for order in permutations(rules):
        found = ruling(CALL, Rules(rules=order))
        assert found is not None
        assert found.permission is Permission.ALLOW


def test_the_table_is_a_big_one() -> None:
    rows = len(PATHS) + len(HOSTS) + len(SQL) + len(SHELL) + len(EQUAL) + len(RULINGS)
    assert rows >= 250
    assert json.loads(EQUAL[0][0]) == "a"
