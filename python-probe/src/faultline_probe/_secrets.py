"""Which values must not be shown, by the names they go by."""

from __future__ import annotations

import re
from typing import Any, List

REDACTED = "<redacted>"

_SECRET_WORDS = frozenset(
    "token tokens secret secrets password passwords passwd pwd passphrase passcode authorization cookie cookies "
    "credential credentials apikey apitoken privatekey secretkey accesskey authtoken jwt otp sessionid".split()
)
_ENDS = ("password", "passwd", "secret", "token", "apikey", "passphrase")
_KEY_OWNERS = frozenset(
    "api private secret access signing encryption decryption session master auth ssh rsa license account storage "
    "shared subscription service deploy webhook hmac fernet crypto client app jwt".split()
)
_PASS_OWNERS = frozenset(
    "db database smtp user mail email admin root ftp ssh redis mysql postgres pg mongo ldap http basic auth login "
    "proxy".split()
)
# What is about a secret is none: `token_type`, `password_min_length`, `cookie_name`.
_ABOUT = frozenset(
    "count counts type types kind name names url uri endpoint limit limits length len size index position pos budget "
    "expiry expires expiration expire ttl age max min enabled required field fields policy class validator validators "
    "hasher hashers form exempt middleware domain samesite httponly secure lifetime seconds days minutes hours usage "
    "param params header headers prefix path file filename dir location backend at error errors status regex pattern "
    "attempts changed re".split()
)
_COUNTED = frozenset(["token", "tokens"])
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?\Z")
_LIKE_A_KEY = re.compile(r"(?=[\s\S]*[0-9])(?=[\s\S]*[A-Za-z])[A-Za-z0-9+/=_\-.]{16,}\Z")
LIKE_A_SECRET = re.compile(r"(?=\S*[0-9])(?=\S*[A-Za-z])\S{6,200}\Z|[!-~]{20,200}\Z", re.ASCII)
_MAX_KNOWN = 100
_OPTIMIZED = 0x01

# Values that were found under the name of a secret: hidden in texts, too.
known_secrets: List[str] = []


def remember(value: str) -> None:
    """From now on hide ``value``, a secret, wherever a text holds it; not where it could be any word."""
    if len(known_secrets) < _MAX_KNOWN and value not in known_secrets and LIKE_A_SECRET.match(value):
        known_secrets.append(value)


def remember_environment(environment: Any) -> None:
    """Hide the values of variables that hold secrets."""
    for name, value in list(environment.items()):
        hides(name, value)


def remember_locals(tb: Any) -> None:
    """Hide the secrets that the functions on the way to a failure held."""
    while tb is not None:
        frame = tb.tb_frame
        if frame.f_code.co_flags & _OPTIMIZED and any(is_secret_name(name) for name in frame.f_code.co_varnames[:50]):
            for name, value in list(frame.f_locals.items()):
                hides(name, value)
        tb = tb.tb_next


def is_secret_name(name: str) -> bool:
    """Whether a variable, attribute or key of this name holds a secret by its name alone."""
    words = words_of(name)
    if not words or words[-1] in _ABOUT:
        return False
    if any(word in _SECRET_WORDS or word.endswith(_ENDS) for word in words):
        return True
    pairs = list(zip(words, words[1:]))
    if any(word in ("key", "keys") and before in _KEY_OWNERS for before, word in pairs):
        return True
    return words == ["pass"] or bool(pairs) and pairs[-1][1] == "pass" and pairs[-1][0] in _PASS_OWNERS


def hides(name: str, value: object) -> bool:
    """Whether the value of a name, attribute or key is not to be shown."""
    if value is None or value is True or value is False:
        return False
    if id(type(value)) in _EMPTIABLE and not value:
        return False
    if is_secret_name(name):
        if id(type(value)) in _NUMBERS and is_count(name, repr(value)):
            return False
        if type(value) is str and (len(value) >= 16 or not is_counted(name)):
            remember(value)
        return True
    words = words_of(name)
    if words and words[-1] == "auth" and type(value) is tuple:
        return True
    # A plain `key` is mostly the key of a dict, and then worth showing.
    return bool(words) and words[-1] == "key" and type(value) is str and bool(_LIKE_A_KEY.match(value[:400]))


def is_counted(name: str) -> bool:
    """Whether a name is secret for its tokens alone, of which parsers have others."""
    secret = [word for word in words_of(name) if word in _SECRET_WORDS or word.endswith(_ENDS)]
    return bool(secret) and all(word in _COUNTED for word in secret)


def is_count(name: str, number: str) -> bool:
    """Whether a number counts tokens, or tells the kind of one."""
    if not is_counted(name) or not _NUMBER.match(number):
        return False
    return len(number) < 6 or words_of(name)[-1] == "tokens"


_EMPTIABLE = frozenset(id(cls) for cls in (str, bytes, list, dict, tuple, set, frozenset))
_NUMBERS = frozenset(id(cls) for cls in (int, float))


def words_of(name: str) -> List[str]:
    """The words that a name is made of, in small letters."""
    return [word.lower() for word in _WORD.findall(name[:200])]
