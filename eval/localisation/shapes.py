"""Prints what the lines of Python files are, as JSON: {path: shape}, for each file named as an argument.

"scopes" are functions and classes, each from its first decorator to its last line, with the smallest node of the
syntax tree around it ("around": first and last line, and the index of the scope that it is, or -1; null at the top).
"constants" are expression statements that are a constant, such as docstrings. "statements" are first and last line of
each statement, of a compound one of its head.
"""

import ast
import json
import sys
import warnings

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.ClassDef)


def span(node):
    decorators = getattr(node, "decorator_list", []) if isinstance(node, SCOPES) else []
    return min([node.lineno] + [one.lineno for one in decorators]), node.end_lineno


def around(scope, nodes, places):
    first, last = span(scope)
    holding = [one for one in nodes if one is not scope and span(one)[0] <= first and last <= span(one)[1]]
    if not holding:
        return None
    best = min(holding, key=lambda one: span(one)[1] - span(one)[0])
    return {"first": span(best)[0], "last": span(best)[1], "scope": places.get(id(best), -1)}


def head(node):
    first = span(node)[0]
    inner = [child for name in ("body", "handlers", "cases", "orelse", "finalbody") for child in parts(node, name)]
    if not inner:
        return first, node.end_lineno
    return first, max(first, min(start(child) for child in inner) - 1)


def parts(node, name):
    value = getattr(node, name, [])
    return [one for one in value if isinstance(one, ast.AST)] if isinstance(value, list) else []


def start(node):
    if hasattr(node, "lineno"):
        return span(node)[0]
    return node.pattern.lineno


def shape(text):
    tree = ast.parse(text)
    nodes = [node for node in preorder(tree) if hasattr(node, "lineno")]
    scopes = [node for node in nodes if isinstance(node, SCOPES)]
    places = {id(node): index for index, node in enumerate(scopes)}
    constants = [one for one in nodes if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)]
    return {
        "scopes": [
            {
                "name": one.name,
                "function": isinstance(one, FUNCTIONS),
                "line": one.lineno,
                "first": span(one)[0],
                "last": span(one)[1],
                "around": around(one, nodes, places),
            }
            for one in scopes
        ],
        "constants": [span(one) for one in constants],
        "statements": [head(one) for one in nodes if isinstance(one, ast.stmt)],
    }


def preorder(node):
    yield node
    for child in ast.iter_child_nodes(node):
        yield from preorder(child)


def main():
    answer = {}
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            answer[path] = shape(file.read())
    print(json.dumps(answer))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(10000)
    main()
