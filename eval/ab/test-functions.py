"""Prints a test file without some of its functions, or with one renamed.

test-functions.py FILE without QUALNAME...
test-functions.py FILE renamed QUALNAME NEW_NAME
A qualified name has its class in front, with a dot. A class that would be empty gets a `pass`.
"""

import ast
import sys


def functions(tree):
    def visit(node, names):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = [*names, child.name]
                yield ".".join(inner), child, node
                yield from visit(child, inner)

    return visit(tree, [])


def without(lines, tree, names):
    found = [(node, parent) for name, node, parent in functions(tree) if name in names]
    gone = {id(node) for node, _ in found}
    for node, parent in found:
        first = min([node.lineno] + [mark.lineno for mark in node.decorator_list])
        for number in range(first, node.end_lineno + 1):
            lines[number - 1] = ""
        if isinstance(parent, ast.ClassDef) and all(id(other) in gone for other in parent.body):
            lines[first - 1] = " " * node.col_offset + "pass\n"


def renamed(lines, tree, name, new):
    for own, node, _ in functions(tree):
        if own == name:
            line = lines[node.lineno - 1]
            lines[node.lineno - 1] = line.replace(node.name + "(", new + "(", 1)


def main(path, mode, *names):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    lines = text.splitlines(keepends=True)
    if mode == "without":
        without(lines, ast.parse(text), names)
    else:
        renamed(lines, ast.parse(text), *names)
    sys.stdout.buffer.write("".join(lines).encode("utf-8"))


main(*sys.argv[1:])
