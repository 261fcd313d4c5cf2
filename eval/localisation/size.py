"""Prints how large some folders of Python files are, without others below them, as JSON: {"lines", "functions"}.

Called with the folders, "--", and the folders that do not count. Lines that are neither blank nor a comment, and functions (nested ones, too; none of a file that cannot be parsed).
"""

import ast
import json
import pathlib
import sys
import warnings


def main():
    lines = functions = 0
    middle = sys.argv.index("--")
    outside = [pathlib.Path(folder) for folder in sys.argv[middle + 1 :]]
    for folder in sys.argv[1:middle]:
        place = pathlib.Path(folder)
        for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
            if any(one in file.parents for one in outside):
                continue
            text = file.read_text(encoding="utf-8", errors="replace")
            lines += sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("#"))
            try:
                tree = ast.parse(text)
            except (SyntaxError, ValueError):
                continue
            functions += sum(isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef)) for one in ast.walk(tree))
    print(json.dumps({"lines": lines, "functions": functions}))


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    main()
