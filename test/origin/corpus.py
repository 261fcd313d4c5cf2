"""Reads the programs of the corpus: what each one says about itself (README.md holds the format)."""

import ast
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "programs")
PROBE = os.path.join(HERE, "..", "..", "python-probe", "src")

_ORIGIN = re.compile(r"# ORIGIN: ([a-z|-]+)")
_HEADER = re.compile(r'"""(.*?)"""', re.DOTALL)
_CRASH = re.compile(r"# CRASH\b")
_FIELD = re.compile(r"^(bad|honesty|min-python): (\S+)$", re.MULTILINE)


class Program:
    """One program: `origins` maps (path, line) to the kinds that are right there, `crash` is a (path, line)."""

    def __init__(self, name, test_file, files):
        self.name = name
        self.test_file = test_file
        self.files = files
        self.sources = {path: _read(path) for path in files}
        self.origins = {}
        crashes = []
        for path, source in self.sources.items():
            for number, line in enumerate(source.splitlines(), 1):
                found = _ORIGIN.search(line)
                if found:
                    self.origins[path, number] = found.group(1).split("|")
                if _CRASH.search(line):
                    crashes.append((path, number))
        found = _HEADER.match(self.sources[test_file])  # by pattern: an older Python cannot parse every program
        header = found.group(1) if found else ""
        fields = dict(_FIELD.findall(header))
        self.summary = header.split("\n")[0]
        self.bad = fields.get("bad", "none")
        self.honesty = fields.get("honesty") == "true"
        self.min_python = tuple(int(part) for part in fields.get("min-python", "3.8").split("."))
        self.crash = crashes[0] if len(crashes) == 1 else None
        self.mistakes = self._mistakes(crashes)

    def _mistakes(self, crashes):
        mistakes = []
        if not self.summary:
            mistakes.append("no docstring")
        if len(crashes) != 1:
            mistakes.append("%d lines are marked CRASH" % len(crashes))
        if not self.honesty and len(self.origins) != 1:
            mistakes.append("%d lines are marked ORIGIN" % len(self.origins))
        for (path, number), kinds in self.origins.items():
            line = self.sources[path].splitlines()[number - 1]
            if self.bad == "none" and "literal" in kinds and len(kinds) == 1 and not re.search(r"\bNone\b", line):
                mistakes.append("line %d is no literal None" % number)
            if kinds == ["bare-return"] and not re.match(r"\s*return\s*#", line):
                mistakes.append("line %d is no bare return" % number)
            if kinds == ["implicit-return"] and re.match(r"\s*(return|yield|raise|pass)\b", line):
                mistakes.append("line %d cannot be the last one of a function that falls off its end" % number)
        return mistakes


def load(only=()):
    """Every program, in the order of their names; `only` keeps those whose name holds one of its texts."""
    programs = []
    for entry in sorted(os.listdir(PROGRAMS)):
        path = os.path.join(PROGRAMS, entry)
        if entry.endswith(".py"):
            programs.append(Program(entry[:-3], path, [path]))
        elif os.path.isdir(path) and entry != "__pycache__":
            files = _python_files(path)
            tests = [file for file in files if os.path.basename(file).startswith("test_")]
            programs.append(Program(entry, tests[0], files))
    return [program for program in programs if not only or any(text in program.name for text in only)]


def name_clashes(programs):
    """Names of modules and packages that two programs share; all programs are imported into one process."""
    owners = {}
    for program in programs:
        for name in _import_names(program):
            owners.setdefault(name, set()).add(program.name)
    return {name: sorted(users) for name, users in owners.items() if len(users) > 1}


def statement_lines(source, line):
    """All lines of the innermost statement that covers `line`; that line alone where this Python cannot parse it."""
    spans = [range(line, line + 1)]
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return spans[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            decorators = getattr(node, "decorator_list", [])
            span = range(min([node.lineno] + [each.lineno for each in decorators]), node.end_lineno + 1)
            if line in span:
                spans.append(span)
    return min(spans[1:] or spans, key=len)


def _import_names(program):
    folder = os.path.dirname(program.test_file)
    if folder == PROGRAMS:
        return [program.name]
    names = [os.path.relpath(path, folder).split(os.sep)[0] for path in program.files]
    return {name[:-3] if name.endswith(".py") else name for name in names} - {"conftest"}


def _python_files(folder):
    found = []
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        found.extend(os.path.join(parent, name) for name in sorted(names) if name.endswith(".py"))
    return found


def _read(path):
    with open(path, encoding="utf-8") as stream:
        return stream.read()
