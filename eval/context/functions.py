"""Prints, for each Python file named as an argument, what its lines are, as JSON.

{path: {"functions": [{"name", "qualname", "first", "last"}], "code": [line, ...]}}
"code" are the lines that hold code: no blank lines, comments, docstrings or imports at module level.
"""

import ast
import json
import sys
import tokenize


def functions(tree):
    found = []

    def visit(node, names):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = [*names, child.name]
                if not isinstance(child, ast.ClassDef):
                    first = min([child.lineno] + [d.lineno for d in child.decorator_list])
                    found.append(
                        {"name": child.name, "qualname": ".".join(inner), "first": first, "last": child.end_lineno}
                    )
                visit(child, inner)
            else:
                visit(child, names)

    visit(tree, [])
    return found


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def code_lines(path, tree):
    idle = {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
    with open(path, "rb") as file:
        lines = set()
        for token in tokenize.tokenize(file.readline):
            if token.type not in idle:
                lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(tree):
        if is_docstring(node) or (isinstance(node, (ast.Import, ast.ImportFrom)) and node.col_offset == 0):
            lines.difference_update(range(node.lineno, node.end_lineno + 1))
    return sorted(lines)


def main():
    answer = {}
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            tree = ast.parse(file.read(), path)
        answer[path] = {"functions": functions(tree), "code": code_lines(path, tree)}
    print(json.dumps(answer))


if __name__ == "__main__":
    import warnings

    warnings.simplefilter("ignore")
    main()
