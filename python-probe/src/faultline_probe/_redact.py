"""Texts without what must not be shown: what goes by the name of a secret, and what looks like a credential.

``src/kernel/redact.ts`` holds the same rules; ``test/redaction`` compares the two.
"""

from __future__ import annotations

import re
from typing import Any, List, Match, Optional

from ._secrets import LIKE_A_SECRET, REDACTED, is_count, is_counted, is_secret_name, known_secrets, words_of


class _Lazy:
    """A pattern that is compiled when it is first used: most runs have nothing to tell."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self._asked = (text, flags)

    def __getattr__(self, name: str) -> Any:
        return getattr(re.compile(*self._asked), name)


# What any of the rules needs.
_INTERESTING = re.compile(r"[=:,@>]|--|[\w\-]{10}|Bearer |Basic | in ", re.ASCII)
# Prefixes that say whose key it is, and are followed by its letters and digits.
_PREFIXES = (
    r"gh[pousr]_|github_pat_|glpat-|glsa_|npm_|pypi-|hf_|gsk_|xai-|r8_|whsec_|[sr]k_(?:live|test)_|xox[abeoprs]-|xapp-"
    r"|dop_v1_|shp(?:at|ca|pa|ss)_|dapi|hvs\.|lin_api_|ntn_|figd_|dp\.st\.|NRAK-|sntrys_|ATATT3|dckr_pat_|PMAK-"
    r"|AGE-SECRET-KEY-1|GOCSPX-|ya29\.|sq0[ac]tp-|AIza|pplx-"
)
_SHAPES = _Lazy(
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
_PEM = _Lazy(
    r"-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)"
)
# A name, and what stands between it and its value.
_NAMED = _Lazy(
    r"(?:(?<![\w.\-])|(?<=--))[A-Za-z_][\w.\-]{0,80}"
    r"(\\*[\"']?[\])]{0,2}[ \t]{0,3}(?:=>|:=|[=!]=|=|:)[ \t]{0,3}"
    r"|\\*[\"'][ \t]{0,3},\s{0,20}"
    r"|\\*[\"']\s{1,3}(?:value|content)=|>| )",
    re.ASCII,
)
# The values of a list, a tuple or a dict of secrets.
_COLLECTED = _Lazy(
    r"(?<![\w.\-])([A-Za-z_][\w.\-]{0,80})(\\*[\"']?[ \t]{0,3}(?:=|:| in)[ \t]{0,3}[\[({])([^\[\](){}\n]{1,400})",
    re.ASCII,
)
_LITERAL = _Lazy(r"\"((?:\\[^\n]|[^\"\\\n])*)\"|'((?:\\[^\n]|[^'\\\n])*)'")
_QUOTED = _Lazy(
    r"[bBuUrRfF]{0,2}(?:\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)"
    r"|\"(?:\\[^\n]|[^\"\\\n])*(?:\"|(?=\n)|\Z)|'(?:\\[^\n]|[^'\\\n])*(?:'|(?=\n)|\Z)"
    r"|\\+\"[^\"\n]*?(?:\\+\"|(?=\n)|\Z)|\\+'[^'\n]*?(?:\\+'|(?=\n)|\Z))"
)
_AUTH_PAIR = _Lazy(r"[(\[][^()\[\]\n]{1,200}[)\]]")
_BARE = _Lazy(r"[^\s\"'&;,()\[\]{}<>\\]+")
_REST = _Lazy(r"[^\n\"'\\]+")
_INSIDE = _Lazy(r"\A(?:[bBuUrRfF]{0,2}\\*[\"']{1,3})?([\s\S]*?)\\*[\"']{0,3}\Z")
_HARMLESS = _Lazy(
    r"(?:|None|null|nil|true|false|True|False|undefined|str|int|bytes|bool|float|dict|list|Any|object|self\.\S*"
    r"|%[sdr]|%\(\w+\)s|\$[A-Z_]+|\$\{\w+\}|(?:Bearer |Basic |Token )?\{[\w.!:]*\}|\*+|\.+|…)\Z",
    re.ASCII,
)
# No code has two words in a row before `name=value`, but for "lambda".
_AFTER_WORD = _Lazy(r"(?<!\blambda)(?<=\w)[ \t]{1,3}\Z", re.ASCII)
_BEFORE_DATA = _Lazy(r"(?:[?&;]|--)\Z")
# "/etc/passwd: no such file" is about a file.
_PATH_BEFORE = _Lazy(r"(?:(?<![\w./-])\.{0,2}/\w[\w.-]*/[\w./-]+[\"']?|[\"'][\w./-]+/[\w.-]+[\"']): \Z", re.ASCII)
# So far back the beginning of a literal is looked for.
_MAX_LINE = 1_000
_APOSTROPHE = _Lazy(r"[A-Za-z][A-Za-z]'[A-Za-z]")
_WHERE = _Lazy(r"\bwhere ((?:b?'[^'\n]*'|b?\"[^\"\n]*\")) = ([^\n]*)")
_LAST_NAME = _Lazy(r"(\w+)(?:\([^\n]*\))?[\"'\\]*\Z", re.ASCII)
_COMPARED = _Lazy(
    r"<redacted>['\"]? (?:==|!=|in|not in) (b?'(?:\\[^\n]|[^'\\\n])*'|b?\"(?:\\[^\n]|[^\"\\\n])*\")"
    r"|(b?'(?:\\[^\n]|[^'\\\n])*'|b?\"(?:\\[^\n]|[^\"\\\n])*\") (?:==|!=|in|not in) ['\"]?<redacted>"
)


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


def _redact(text: str, bare: bool) -> str:
    for value in known_secrets:
        if value in text:
            text = text.replace(value, REDACTED)
    if not _INTERESTING.search(text):
        return text
    if "PRIVATE KEY" in text:
        text = _PEM.sub(lambda found: REDACTED + ("" if bare else "\n" * found.group().count("\n")), text)
    text = _SHAPES.sub(REDACTED, text)
    found: List[str] = []
    text = _COLLECTED.sub(_without_items, text)
    text = _without_named(text, bare, found)
    text = _WHERE.sub(lambda match: _without_origin(match, found), text)
    text = _without_values(text, found)
    if REDACTED not in text:
        return text
    found = []
    text = _COMPARED.sub(lambda match: _without_other_side(match, found), text)
    return _without_values(text, found)


def _without_items(match: Match[str]) -> str:
    if not is_secret_name(match.group(1)):
        return match.group()
    return match.group(1) + match.group(2) + str(_LITERAL.sub(_without_item, match.group(3)))


def _without_item(match: Match[str]) -> str:
    content = match.group(1) or match.group(2) or ""
    return match.group().replace(content, REDACTED) if LIKE_A_SECRET.match(content) else match.group()


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
    quoted: Optional[Match[str]] = _QUOTED.match(text, at)
    open_quote = "" if bare else _open_quote(text, match.start(), separator)
    if quoted is not None and quoted.group()[0] != open_quote:
        return quoted.group()
    closed = separator.lstrip("\\")[:1] in ("'", '"') and "," in separator
    last = words_of(name)[-1]
    pattern = _REST if last in ("authorization", "cookie", "cookies") else _BARE
    found = None if closed else pattern.match(text, at)
    if found is None or quoted is not None:
        return None
    if _PATH_BEFORE.search(text[max(0, match.start() - 200) : at]) and not LIKE_A_SECRET.match(found.group()):
        return None
    is_data = bare or open_quote or _is_data(text, match.start(), separator, found)
    return str(found.group()).rstrip() if is_data else None


def _is_data(text: str, start: int, separator: str, found: Match[str]) -> bool:
    """Whether a name and a value without quotes, in code, are none: of a URL, an option, a line of settings."""
    if _BEFORE_DATA.search(text[max(0, start - 2) : start]) or separator in (" ", ">"):
        return True
    secret = any(LIKE_A_SECRET.match(part) for part in found.group().split())
    if separator.strip() != "=":
        return separator.startswith(":") and secret
    if separator == "=" and _AFTER_WORD.search(text[max(0, start - 20) : start]):
        return True
    begins = start == 0 or text[start - 1] == "\n"
    return begins and (secret or separator == "=") and text[found.end() : found.end() + 1] in ("", "\n")


def _open_quote(text: str, start: int, separator: str) -> str:
    """The quote of the literal in which a name and its value lie, in a line of code; "" outside of any."""
    quote = ""
    for position in range(max(text.rfind("\n", 0, start) + 1, start - _MAX_LINE), start):
        char = text[position]
        if char in "'\"" and quote in ("", char) and text[position - 1 : position] != "\\":
            if not _APOSTROPHE.match(text, max(0, position - 2)):
                quote = "" if quote else char
    return "" if quote and separator.startswith(quote) else quote


def _is_harmless(name: str, separator: str, content: str) -> bool:
    if REDACTED in content or _HARMLESS.match(content):
        return True
    if "," in separator and is_secret_name(content):
        return True
    if not is_counted(name):
        return False
    if is_count(name, content):
        return True
    # "unexpected token: foo" is a matter of syntax.
    is_prose = ":" in separator and "'" not in separator and '"' not in separator
    return is_prose and not re.search(r"[0-9]|[^\n]{8}", content)


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
