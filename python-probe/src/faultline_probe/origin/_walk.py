"""The walk backwards: from an expression that had the bad value to where the value was made."""

from __future__ import annotations

import ast
import sys
from types import FrameType
from typing import Any, Callable, Dict, List, Optional, Tuple, Type

from . import _values
from ._index import Effected, Index, Scene
from ._positions import scope_node
from ._recording import Record
from ._safe import class_module, instance_dict
from ._trail import MAKERS, NEVER_NONE, OTHER_VALUE, PARTIAL, Step, Trail, Want, agree, found, lost, possible

MAX_HOPS = 150
"""Longest chain that is followed."""

MAX_WORK = 4000
"""Expressions looked at for one explanation."""

Rule = Callable[["Walker", Any, Scene, Want], Trail]
RULES: Dict[Type[ast.AST], Rule] = {}


def rule(*types: Type[ast.AST]) -> Callable[[Rule], Rule]:
    """Register the rule that follows a value through a kind of expression."""

    def register(function: Rule) -> Rule:
        for kind in types:
            RULES[kind] = function
        return function

    return register


class Walker:
    """Follows values through one recording. lives: the frames of the traceback by record id."""

    def __init__(
        self, index: Index, lives: Dict[int, Tuple[FrameType, ...]], is_project_file: Callable[[str], bool]
    ) -> None:
        self.index = index
        self.is_project_file = is_project_file
        self.lives = lives
        self.objects: Dict[int, Any] = {}
        self.everything = False
        self.depth = 0
        self.work = 0

    def is_project(self, cls: Any) -> bool:
        """Whether a class was defined in a file of the project."""
        module = sys.modules.get(class_module(cls) or "")
        names = instance_dict(module) if module is not None else None
        path = names.get("__file__") if names is not None else None
        return type(path) is str and self.is_project_file(path)

    def walk(self, node: ast.AST, scene: Scene, want: Want) -> Trail:
        """Where the value of an expression in a scene came from."""
        self.work += 1
        self.index.tick()
        if self.depth >= MAX_HOPS or self.work > MAX_WORK:
            return lost("the chain is too long")
        handler = RULES.get(type(node))
        if handler is None:
            return lost("the value came from an expression that is not followed", self.step("assignment", node, scene))
        self.depth += 1
        try:
            return handler(self, node, scene, want)
        finally:
            self.depth -= 1

    def step(
        self, kind: str, node: ast.AST, scene: Scene, name: Optional[str] = None, note: Optional[str] = None
    ) -> Step:
        """A step at the line of a node."""
        return Step(kind, scene.path, int(getattr(node, "lineno", 1)), scene.function, name, note)

    def value(self, node: ast.AST, scene: Scene) -> Any:
        """Token of an expression's value in a scene; UNKNOWN where it is not known."""
        return _values.value(self, node, scene)

    def bound(self, effected: Effected, want: Want, kind: str = "assignment") -> Trail:
        """Where the value of a recorded binding or store came from."""
        scene = self.index.at(effected.time, effected.entry)
        return self.through(effected.effect.node, effected.statement, scene, want, kind)

    def through(self, target: ast.AST, statement: ast.AST, scene: Scene, want: Want, kind: str = "assignment") -> Trail:
        """Where the value that a target of a statement was given came from."""
        from ._binding import follow_target

        return follow_target(self, target, statement, scene, want, kind)

    def choose(self, nodes: List[ast.expr], scene: Scene, want: Want, reason: str) -> Trail:
        """Of several expressions the one that had the value: by elimination, else if all lead to one origin."""
        left = [n for n in nodes if want.matches(self.value(n, scene)) is not False]
        trails = [self.walk(n, scene, want) for n in left]
        return agree([t for t in trails if possible(t)], reason)

    def caller_scene(self, record: Record) -> Optional[Scene]:
        """The scene in which a frame was called."""
        call = self.index.call(record)
        parent = record.parent
        if parent is None:
            return None
        start = call.start if call is not None else parent.start
        live: Tuple[FrameType, ...] = ()
        seen: Tuple[Tuple[str, Any], ...] = ()
        if id(record) in self.lives:
            live = self.lives.get(id(parent), ())
            failed = [f for f in parent.failures if f[1] == start and f[2] >= record.born]
            seen = tuple(failed[0][3].items()) if failed else ()
        code = parent.code
        return self.index.inline(Scene(parent, code.co_filename, scope_node(code), start, record.born, (), live, seen))


def join(step: Step, trail: Trail) -> Trail:
    """Put a step in front of a trail; one that would only repeat the line of the origin lends it its name."""
    if trail.steps:
        first = trail.steps[0]
        if first.kind in MAKERS and (first.path, first.line, first.function) == (step.path, step.line, step.function):
            if step.kind in ("assignment", "return", "attribute", "item", "append", "yield", "global"):
                named = trail.after()
                named.steps[0] = first._replace(name=first.name or step.name)
                return named
    return trail.after(step)


def text(node: ast.AST) -> str:
    """A short name for an expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return text(node.value) + "." + node.attr
    if isinstance(node, ast.Subscript):
        return text(node.value) + "[...]"
    if isinstance(node, ast.Call):
        return text(node.func) + "()"
    if isinstance(node, ast.Constant):
        return repr(node.value)[:40]
    if isinstance(node, ast.Await):
        return text(node.value)
    return "<expression>"


@rule(ast.Constant)
def _constant(walker: Walker, node: ast.Constant, scene: Scene, want: Want) -> Trail:
    if not want.matches(_values.constant(node)):
        return lost(OTHER_VALUE)
    return found(walker.step(literal_kind(walker, node, scene), node, scene), (node, scene))


def literal_kind(walker: Walker, node: ast.AST, scene: Scene) -> str:
    """Which kind of origin a literal is: in the body of a class or module one that is bound right there has its own."""
    tree = walker.index.tree(scene)
    holder = tree.parents.get(node) if tree is not None else None
    if not isinstance(holder, (ast.Assign, ast.AnnAssign)):
        return "literal"
    if isinstance(scene.scope, ast.ClassDef):
        return "class-attribute"
    return "module-name" if isinstance(scene.scope, ast.Module) else "literal"


@rule(ast.UnaryOp)
def _unary(walker: Walker, node: ast.UnaryOp, scene: Scene, want: Want) -> Trail:
    called = _values.child(walker, node, scene)
    if called is not None:
        from ._calls import follow_return

        return follow_return(walker, called, want, walker.step("return", node, scene))
    if isinstance(node.op, (ast.USub, ast.UAdd)) and want.kind == "zero":
        return walker.walk(node.operand, scene, want)
    return made(walker, node, scene, want)


@rule(ast.BinOp, ast.Compare)
def _operation(walker: Walker, node: ast.expr, scene: Scene, want: Want) -> Trail:
    called = _values.child(walker, node, scene)
    if called is not None:
        from ._calls import follow_return

        return follow_return(walker, called, want, walker.step("return", node, scene))
    return made(walker, node, scene, want)


@rule(
    ast.JoinedStr, ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp, ast.Lambda,
)  # fmt: skip
def made(walker: Walker, node: ast.expr, scene: Scene, want: Want) -> Trail:
    """The expression itself makes the value."""
    if want.kind == "none":
        return lost(NEVER_NONE, walker.step("assignment", node, scene))
    return found(walker.step("built", node, scene), (node, scene))


@rule(ast.NamedExpr)
def _walrus(walker: Walker, node: ast.NamedExpr, scene: Scene, want: Want) -> Trail:
    step = walker.step("assignment", node, scene, text(node.target))
    return join(step, walker.walk(node.value, scene, want))


@rule(ast.Starred)
def _starred(walker: Walker, node: ast.Starred, scene: Scene, want: Want) -> Trail:
    return walker.walk(node.value, scene, want)


@rule(ast.IfExp)
def _conditional(walker: Walker, node: ast.IfExp, scene: Scene, want: Want) -> Trail:
    truth = _values.truth_of(walker, node.test, scene)
    if truth is not None:
        return walker.walk(node.body if truth else node.orelse, scene, want)
    return walker.choose([node.body, node.orelse], scene, want, "which branch was taken is not known")


@rule(ast.BoolOp)
def _boolean(walker: Walker, node: ast.BoolOp, scene: Scene, want: Want) -> Trail:
    falsy = want.kind in ("none", "zero") or _values.truth(want.token) is False
    if isinstance(node.op, ast.Or) == falsy:
        # `or` gives a falsy value, `and` a truthy one, only as its last operand.
        return walker.walk(node.values[-1], scene, want)
    for operand in node.values[:-1]:
        truth = _values.truth_of(walker, operand, scene)
        if truth is None:
            rest = node.values[node.values.index(operand) :]
            return walker.choose(rest, scene, want, "which operand gave the value is not known")
        if truth != falsy:
            return walker.walk(operand, scene, want)
    return walker.walk(node.values[-1], scene, want)


def partial(walker: Walker, reason: str, node: ast.AST, scene: Scene, kind: str = "assignment") -> Trail:
    """A trail that breaks at a node."""
    return Trail([walker.step(kind, node, scene, text(node))], PARTIAL, reason)
