"""The few instructions that the recorder has to tell apart, by number, on the running Python."""

from __future__ import annotations

from opcode import opname
from types import CodeType
from typing import Dict, FrozenSet, Tuple

_RETURN_NAMES = ("RETURN_VALUE", "RETURN_CONST")
_YIELD_NAMES = ("YIELD_VALUE", "YIELD_FROM", "SEND", "RETURN_GENERATOR", "RESUME")


def _numbers(names: Tuple[str, ...]) -> FrozenSet[int]:
    return frozenset(number for number, name in enumerate(opname) if name in names)


RETURNS = _numbers(_RETURN_NAMES)
YIELDS = _numbers(_YIELD_NAMES)

CALLS = frozenset(number for number, name in enumerate(opname) if "CALL" in name or name == "RAISE_VARARGS")
"""Instructions at which StopIteration is an exception and not just the end of an iteration."""

_bytes: Dict[int, Tuple[CodeType, bytes]] = {}


def code_bytes(code: CodeType) -> bytes:
    """The instructions of a code object (from 3.11 on each access to ``co_code`` makes a copy)."""
    found = _bytes.get(id(code))
    if found is None or found[0] is not code:
        found = _bytes[id(code)] = (code, code.co_code)
    return found[1]


def instruction_at(code: CodeType, offset: int) -> Tuple[int, str]:
    """Offset and name of the instruction at an offset, which may point into its inline cache."""
    data = code_bytes(code)
    while offset > 0 and opname[data[offset]] == "CACHE":
        offset -= 2
    return offset, opname[data[offset]] if 0 <= offset < len(data) else ""


def opname_of(number: int) -> str:
    """Name of an instruction."""
    return opname[number]
