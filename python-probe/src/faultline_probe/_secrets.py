"""What must not be shown: values by the name they go by, and texts by how well-known credentials look.

``src/kernel/redact.ts`` holds the same rules; ``test/redaction`` compares the two.
"""

from __future__ import annotations

import re
from typing import Any, List, Match, Optional

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

# Prefixes that say whose key it is, and are followed by its letters and digits.
_PREFIXES = (
    r"gh[pousr]_|github_pat_|glpat-|glsa_|npm_|pypi-|hf_|gsk_|xai-|r8_|whsec_|[sr]k_(?:live|test)_|xox[abeoprs]-|xapp-"
    r"|dop_v1_|shp(?:at|ca|pa|ss)_|dapi|hvs\.|lin_api_|ntn_|figd_|dp\.st\.|NRAK-|sntrys_|ATATT3|dckr_pat_|PMAK-"
    r"|AGE-SECRET-KEY-1|GOCSPX-|ya29\.|sq0[ac]tp-|AIza|pplx-"
)
_SHAPES = re.compile(
    r"\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}"
    r"|\b(?:" + _PREFIXES + r")[A-Za-z0-9_\-]{10,}"
    r"|\bsk-(?=[A-Za-z_\-]*[0-9])[A-Za-z0-9_\-]{16,}"
    r"|\bSG\.[\w\-]{16,}\.[\w\-]{16,}"
    r"|\bkey-[0-9a-f]{32}\b|\bSK[0-9a-f]{32}\b"
    r"|\b[0-9]{8,10}:[A-Za-z0-9_\-]{35}\b"
    r"|\b[\w~.\-]{3}8Q~[\w~.\-]{31,34}"
    r"|\beyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}(?:\.[A-Za-z0-9_\-]*)?"
    r"|(?<=://)[^\s/:@]*:[^\s/@]+(?=@)"
    r"|(?<=://)[\w\-]{16,}(?=@)"
    r"|(?<=hooks\.slack\.com/services/)[\w/\-]+"
    r"|(?<=/api/webhooks/)[0-9]+/[\w\-]+"
    r"|(?<=office\.com/webhookb2/)[^\s\"'\\]+"
    r"|(?<=[?&]sig=)[\w.%+/=\-]{16,}"
    r"|(?<=\bBearer )(?!authenti|authoriz|token|realm|scheme)[\w.~+/\-]{8,}=*"
    r"|(?<=\bBasic )(?!authenti|authoriz|realm|scheme)[A-Za-z0-9+/]{8,}=*"
    r"|(?<= -u )[^\s:]+:[^\s\"'\\]+",
    re.ASCII,
)
_PEM = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)"
)
# A name, and what stands between it and its value.
_NAMED = re.compile(
    r"(?:(?<![\w.\-])|(?<=--))[A-Za-z_][\w.\-]{0,80}"
    r"(\\*[\"']?[\])]{0,2}[ \t]{0,3}(?:=>|:=|[=!]=|=|:)[ \t]{0,3}"
    r"|\\*[\"'][ \t]{0,3},\s{0,20}"
    r"|\\*[\"']\s{1,3}(?:value|content)=|>| )",
    re.ASCII,
)
_QUOTED = re.compile(
    r"[bBuUrRfF]{0,2}(?:\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)"
    r"|\"(?:\\[^\n]|[^\"\\\n])*(?:\"|(?=\n)|\Z)|'(?:\\[^\n]|[^'\\\n])*(?:'|(?=\n)|\Z)"
    r"|\\+\"[^\"\n]*?(?:\\+\"|(?=\n)|\Z)|\\+'[^'\n]*?(?:\\+'|(?=\n)|\Z))"
)
_AUTH_PAIR = re.compile(r"[(\[][^()\[\]\n]{1,200}[)\]]")
_BARE = re.compile(r"[^\s\"'&;,()\[\]{}<>\\]+")
_REST = re.compile(r"[^\n\"'\\]+")
_INSIDE = re.compile(r"\A(?:[bBuUrRfF]{0,2}\\*[\"']{1,3})?([\s\S]*?)\\*[\"']{0,3}\Z")
_HARMLESS = re.compile(
    r"(?:|None|null|nil|true|false|True|False|undefined|str|int|bytes|bool|float|dict|list|Any|object|self\.\S*"
    r"|%[sdr]|%\(\w+\)s|\$[A-Z_]+|\$\{\w+\}|(?:Bearer |Basic |Token )?\{[\w.!:]*\}|\*+|\.+|…)\Z",
    re.ASCII,
)
_APOSTROPHE = re.compile(r"[A-Za-z][A-Za-z]'[A-Za-z]")
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?\Z")
_WHERE = re.compile(r"\bwhere ((?:b?'[^'\n]*'|b?\"[^\"\n]*\")) = ([^\n]*)")
_LAST_NAME = re.compile(r"(\w+)(?:\([^\n]*\))?[\"'\\]*\Z", re.ASCII)
_COMPARED = re.compile(
    r"<redacted>['\"]? (?:==|!=|in|not in) (b?'(?:\\[^\n]|[^'\\\n])*'|b?\"(?:\\[^\n]|[^\"\\\n])*\")"
    r"|(b?'(?:\\[^\n]|[^'\\\n])*'|b?\"(?:\\[^\n]|[^\"\\\n])*\") (?:==|!=|in|not in) ['\"]?<redacted>"
)
_LIKE_A_KEY = re.compile(r"(?=[\s\S]*[0-9])(?=[\s\S]*[A-Za-z])[A-Za-z0-9+/=_\-.]{16,}\Z")
_LIKE_A_SECRET = re.compile(r"(?=\S*[0-9])(?=\S*[A-Za-z])\S{6,200}\Z|[!-~]{20,200}\Z", re.ASCII)
_MAX_KNOWN = 100
# So far back the beginning of a literal is looked for.
_MAX_LINE = 1_000
_OPTIMIZED = 0x01

# Values that were found under the name of a secret: hidden in texts, too.
_known: List[str] = []


def remember(value: str) -> None:
    """From now on hide ``value``, a secret, wherever a text holds it; not where it could be any word."""
    if len(_known) < _MAX_KNOWN and value not in _known and _LIKE_A_SECRET.match(value):
        _known.append(value)


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


def redact(text: str) -> str:
    """``text`` without what looks like a credential or goes by the name of a secret."""
    return _redact(text, bare=True)


def redact_source(text: str) -> str:
    """The same for code of a program, in which only what stands in quotes is a value. Lines stay where they are."""
    return _redact(text, bare=False)


def redact_assertion(message: str, code: str) -> str:
    """The message of an assertion, without what it compared where its line of code names a secret."""
    if not message.startswith("assert ") or not any(is_secret_name(word) for word in re.findall(r"\w+", code)):
        return message
    first = message.split("\n", 1)[0]
    return _without_values(message, re.findall(r"[\"']([^\"'\n]{4,})[\"']", first))


def is_secret_name(name: str) -> bool:
    """Whether a variable, attribute or key of this name holds a secret by its name alone."""
    words = _words(name)
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
        if id(type(value)) in _NUMBERS and _is_count(name, repr(value)):
            return False
        if type(value) is str and (len(value) >= 16 or not is_counted(name)):
            remember(value)
        return True
    words = _words(name)
    if words and words[-1] == "auth" and type(value) is tuple:
        return True
    # A plain `key` is mostly the key of a dict, and then worth showing.
    return bool(words) and words[-1] == "key" and type(value) is str and bool(_LIKE_A_KEY.match(value[:400]))


def is_counted(name: str) -> bool:
    """Whether a name is secret for its tokens alone, of which parsers have others."""
    secret = [word for word in _words(name) if word in _SECRET_WORDS or word.endswith(_ENDS)]
    return bool(secret) and all(word in _COUNTED for word in secret)


def _is_count(name: str, number: str) -> bool:
    """Whether a number counts tokens, or tells the kind of one."""
    if not is_counted(name) or not _NUMBER.match(number):
        return False
    return len(number) < 6 or _words(name)[-1] == "tokens"


_EMPTIABLE = frozenset(id(cls) for cls in (str, bytes, list, dict, tuple, set, frozenset))
_NUMBERS = frozenset(id(cls) for cls in (int, float))


def _words(name: str) -> List[str]:
    return [word.lower() for word in _WORD.findall(name[:200])]


def _redact(text: str, bare: bool) -> str:
    for value in _known:
        if value in text:
            text = text.replace(value, REDACTED)
    if "PRIVATE KEY" in text:
        text = _PEM.sub(lambda found: REDACTED + ("" if bare else "\n" * found.group().count("\n")), text)
    text = _SHAPES.sub(REDACTED, text)
    found: List[str] = []
    text = _without_named(text, bare, found)
    text = _WHERE.sub(lambda match: _without_origin(match, found), text)
    text = _without_values(text, found)
    if REDACTED not in text:
        return text
    found = []
    text = _COMPARED.sub(lambda match: _without_other_side(match, found), text)
    return _without_values(text, found)


def _without_values(text: str, found: List[str]) -> str:
    for value in found:
        if len(value) >= 6 and not is_secret_name(value):
            text = text.replace(value, REDACTED)
    return text


def _without_named(text: str, bare: bool, found: List[str]) -> str:
    parts: List[str] = []
    done = 0
    for match in _NAMED.finditer(text):
        if match.start() < done:
            continue
        separator = match.group(1)
        name = text[match.start() : match.start(1)]
        value = _value_at(text, match, name, separator, bare)
        if value is None:
            continue
        inside = _INSIDE.match(value)
        content = inside.group(1) if inside is not None else value
        if _is_harmless(name, separator, content):
            continue
        start = text.index(content, match.end())
        parts.append(text[done:start] + REDACTED)
        done = start + len(content)
        found.append(content)
    return "".join(parts) + text[done:]


def _value_at(text: str, match: Match[str], name: str, separator: str, bare: bool) -> Optional[str]:
    secret = is_secret_name(name)
    if not secret and not name.lower().endswith("auth"):
        return None
    at, before = match.end(), text[max(0, match.start() - 2) : match.start()]
    if (separator == " " and before != "--") or (separator == ">" and before[-1:] != "<"):
        return None
    if not secret:
        found = _AUTH_PAIR.match(text, at)
        return found.group() if found and separator.strip() == "=" and "," in found.group() else None
    quoted = _QUOTED.match(text, at)
    if quoted is not None and (bare or quoted.group()[0] != _open_quote(text, match.start())):
        return quoted.group()
    closed = separator.lstrip("\\")[:1] in ("'", '"') and "," in separator
    last = _words(name)[-1]
    pattern: Any = _REST if last in ("authorization", "cookie", "cookies") else _BARE
    found = None if closed else pattern.match(text, at)
    if found is None or quoted is not None or not (bare or _is_data(text, match.start(), separator, found)):
        return None
    return str(found.group()).rstrip()


def _is_data(text: str, start: int, separator: str, found: Match[str]) -> bool:
    """Whether a name and a value without quotes, in code, are data: within a literal, or a line of a setting."""
    quote = _open_quote(text, start)
    if quote and not separator.startswith(quote):
        return True
    if separator == "=":
        begins = start == 0 or text[start - 1] == "\n"
        return begins and text[found.end() : found.end() + 1] in ("", "\n")
    return separator.startswith(":") and bool(_LIKE_A_SECRET.match(found.group()))


def _open_quote(text: str, start: int) -> str:
    """The quote of the literal in which a position of a line of code lies; "" outside of any."""
    quote = ""
    for position in range(max(text.rfind("\n", 0, start) + 1, start - _MAX_LINE), start):
        char = text[position]
        if char in "'\"" and quote in ("", char) and text[position - 1 : position] != "\\":
            if not _APOSTROPHE.match(text, max(0, position - 2)):
                quote = "" if quote else char
    return quote


def _is_harmless(name: str, separator: str, content: str) -> bool:
    if REDACTED in content or _HARMLESS.match(content):
        return True
    if "," in separator and is_secret_name(content):
        return True
    if not is_counted(name):
        return False
    if _is_count(name, content):
        return True
    # "unexpected token: foo" is a matter of syntax.
    return (
        ":" in separator and "'" not in separator and '"' not in separator and not re.search(r"[0-9]|[^\n]{8}", content)
    )


def _without_origin(match: Match[str], found: List[str]) -> str:
    """Of what pytest explains a comparison with: "where 'x' = user.password"."""
    last = _LAST_NAME.search(match.group(2)[:1000].split("\\n")[0])
    if last is None or not is_secret_name(last.group(1)):
        return match.group()
    inside = _INSIDE.match(match.group(1))
    content = inside.group(1) if inside is not None else ""
    if _HARMLESS.match(content):
        return match.group()
    found.append(content)
    return match.group().replace(content, REDACTED, 1)


def _without_other_side(match: Match[str], found: List[str]) -> str:
    quoted = match.group(1) or match.group(2)
    inside = _INSIDE.match(quoted)
    content = inside.group(1) if inside is not None else ""
    if not content or content == REDACTED:
        return match.group()
    found.append(content)
    return match.group().replace(content, REDACTED, 1)
