from __future__ import annotations

import pathlib
from typing import Callable

import pytest

import hostile
from faultline_probe._redact import redact
from faultline_probe._safe import MAX_ITEMS, summarize, type_name
from faultline_probe._secrets import is_secret_name


@pytest.mark.parametrize(
    "value, shown",
    [
        (None, "None"),
        (True, "True"),
        (0, "0"),
        (-1.5, "-1.5"),
        ("", "''"),
        ("it's", '"it\'s"'),
        (b"\x00a", "b'\\x00a'"),
        ([], "[]"),
        ((), "()"),
        ((1,), "(1,)"),
        (set(), "set()"),
        ({1}, "{1}"),
        (frozenset([1]), "frozenset({1})"),
        ({"a": [1, {"b": None}]}, "{'a': [1, {'b': None}]}"),
        ([[[[1]]]], "[[[[…]]]]"),
        (Ellipsis, "Ellipsis"),
        (len, "<function len>"),
        (int, "<class int>"),
        (pathlib, "<module object>"),
    ],
)
def test_builtin_values_are_shown(value: object, shown: str) -> None:
    assert summarize(value) == shown


# Made in the test: pytest looks closely at the values of parameters.
@pytest.mark.parametrize(
    "make, shown",
    [
        (lambda: hostile.Hostile(), "<hostile.Hostile object>"),
        (lambda: hostile.Hostile, "<class hostile.Hostile>"),
        (lambda: hostile.HostileByMeta(), "<hostile.HostileByMeta object>"),
        (lambda: hostile.HostileByMeta, "<class hostile.HostileByMeta>"),
        (lambda: hostile.TextLike("x"), "<hostile.TextLike object>"),
        (lambda: hostile.DictLike(a=1), "<hostile.DictLike object>"),
        (lambda: hostile.Color.RED, "<hostile.Color object>"),
        (lambda: [hostile.Hostile()], "[<hostile.Hostile object>]"),
        (
            lambda: {"x": hostile.Hostile(), "password": hostile.Hostile()},
            "{'x': <hostile.Hostile object>, 'password': <redacted>}",
        ),
    ],
)
def test_no_method_of_an_unknown_object_is_called(make: Callable[[], object], shown: str) -> None:
    assert summarize(make()) == shown


def test_size_is_bounded() -> None:
    assert summarize(list(range(100))) == "[0, 1, 2, 3, 4, 5, … 94 more]"
    assert summarize("x" * 10**7) == "'" + "x" * 78 + "…"
    assert summarize(10**5000) == "<int of 16610 bits>"
    assert len(summarize([["y" * 1000] * MAX_ITEMS] * MAX_ITEMS)) == 80
    assert len(summarize({str(n) * 50: "z" * 50 for n in range(50)}, limit=30)) == 30
    assert len(summarize(b"\xff" * 10**6)) == 80


def test_a_container_that_holds_itself_ends() -> None:
    loop: list = []  # type: ignore[type-arg]
    loop.append(loop)
    assert summarize(loop) == "[[[[…]]]]"


def test_a_value_is_hidden_by_its_name() -> None:
    for name in (
        "token",
        "api_key",
        "apiKey",
        "SECRET",
        "db_password",
        "Authorization",
        "session_cookie",
        "privateKey",
    ):
        assert summarize("hunter2", name) == "<redacted>", name
        assert summarize(123456, name) == "<redacted>", name
    assert summarize({"user": "ann", "password": "hunter2"}) == "{'user': 'ann', 'password': <redacted>}"


def test_a_missing_secret_is_shown() -> None:
    for value in (None, False, "", [], {}):
        assert summarize(value, "api_token") == repr(value)


def test_a_plain_key_is_shown_unless_it_looks_like_one() -> None:
    assert summarize("timeout", "key") == "'timeout'"
    assert summarize("9f86d081884c7d659a2feaa0c55ad015", "key") == "<redacted>"
    assert not is_secret_name("key")
    assert not is_secret_name("keyboard")
    assert not is_secret_name("tokenize")
    assert not is_secret_name("monkey")


@pytest.mark.parametrize(
    "secret",
    [
        "AKIA" + "ABCDEFGHIJKLMNOP",
        "ghp_" + "a1B2" * 9,
        "github_pat_" + "a1B2" * 9,
        "sk-" + "proj-" + "a1B2" * 8,
        "xoxb-" + "1234567890-abcdef",
        "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0NTY3ODkwIn0." + "dozjgNryP4J3jVmNHl0w5N",
        "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----",
    ],
)
def test_a_value_is_hidden_by_its_shape(secret: str) -> None:
    assert redact("before " + secret + " after") == "before <redacted> after"
    assert secret[8:20] not in summarize(["x", secret])
    # Cut in the middle, what remains of it must not show either.
    assert secret[8:20] not in summarize("y" * 60 + " " + secret)


def test_credentials_in_urls_and_headers_are_hidden() -> None:
    assert redact("https://ann:hunter2@host/x") == "https://<redacted>@host/x"
    assert redact("Authorization: Bearer abcdefgh12345") == "Authorization: Bearer <redacted>"


def test_class_names_are_read_past_the_metaclass() -> None:
    assert type_name(hostile.HostileByMeta) == "hostile.HostileByMeta"
    assert type_name(ValueError) == "ValueError"
