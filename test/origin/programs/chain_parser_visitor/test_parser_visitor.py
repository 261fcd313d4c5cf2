"""A tokenizer, a parser and an evaluator: the parser leaves the right side of a node None."""
from tiny_calc.evaluate import evaluate
from tiny_calc.parser import parse


def test_evaluate():
    assert evaluate(parse("1 + 2")) == 3
    assert evaluate(parse("1 + 2 +")) == 3
