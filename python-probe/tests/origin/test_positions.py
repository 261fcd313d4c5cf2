from __future__ import annotations

import ast
from pathlib import Path
from types import TracebackType
from typing import Optional

import pytest
from origin_support import load

from faultline_probe.origin._positions import node_at, scope_node

EXPRESSIONS = {
    "f(a)(b).c.d": ("Attribute", "d"),
    "b[0][1]": ("Subscript", None),
    "g(g(1), b.x)": ("Attribute", "x"),
    "1 + (2 * b)": ("BinOp", None),
    "(b\n    .one\n    .two)": ("Attribute", "one"),
}


def place(error: BaseException) -> TracebackType:
    trace: Optional[TracebackType] = error.__traceback__
    assert trace is not None
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace


@pytest.mark.parametrize("number", range(len(EXPRESSIONS)))
def test_the_failing_instruction_leads_to_its_expression(number: int, tmp_path: Path) -> None:
    text, (kind, attribute) = list(EXPRESSIONS.items())[number]
    source = "b = None\ndef f(x): return g\ndef g(*x): return None\na = 1\ndef main():\n    return (%s)\n" % text
    module = load(tmp_path, "place%d" % number, source)
    with pytest.raises((AttributeError, TypeError)) as caught:
        module.main()
    trace = place(caught.value)
    node, _opcode = node_at(trace.tb_frame.f_code, trace.tb_lasti)
    assert type(node).__name__ == kind
    if attribute is not None:
        assert isinstance(node, ast.Attribute)
        wanted = {"d": "c"}.get(attribute, attribute)
        assert node.attr == wanted


def test_two_lambdas_on_one_line_are_told_apart_or_not_claimed(tmp_path: Path) -> None:
    module = load(tmp_path, "lambdas", "pair = (lambda a: a.x, lambda b: b.y)\n")
    nodes = [scope_node(f.__code__) for f in module.pair]
    names = [n.args.args[0].arg for n in nodes if isinstance(n, ast.Lambda)]
    assert names == ["a", "b"]


def test_code_that_differs_from_its_file_is_not_read(tmp_path: Path) -> None:
    module = load(tmp_path, "changed", "def main():\n    return None.x\n")
    (tmp_path / "changed.py").write_text("def other():\n    return 1 + 2\n")
    with pytest.raises(AttributeError) as caught:
        module.main()
    trace = place(caught.value)
    node, _opcode = node_at(trace.tb_frame.f_code, trace.tb_lasti)
    assert not isinstance(node, ast.Attribute)
