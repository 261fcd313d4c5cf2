from __future__ import annotations

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import pathlib
import re
import threading
import types
import uuid
from typing import Any, Callable, Dict, List, NamedTuple
from unittest import mock

import pytest

import hostile
from faultline_probe.engine._attributes import own_attributes
from faultline_probe.engine._describe import MAX_ITEMS, describe


class Color(enum.Enum):
    RED = 1


class Access(enum.IntFlag):
    READ = 4
    WRITE = 2


class Point(NamedTuple):
    x: int
    y: Any


@dataclasses.dataclass
class Item:
    name: str
    price: Any = None
    api_key: str = "abc123secret"
    cache: Any = dataclasses.field(default="large", repr=False)


class Slotted:
    __slots__ = ("name", "unset")

    def __init__(self) -> None:
        self.name = "n"


class Money(decimal.Decimal):
    pass


class Moment(datetime.datetime):
    def __repr__(self) -> str:
        raise AssertionError("called")


def test_values_of_the_standard_library_are_told() -> None:
    zone = datetime.timezone(datetime.timedelta(hours=1))
    told = [
        (datetime.date(2020, 1, 2), "date(2020, 1, 2)"),
        (datetime.datetime(2020, 1, 2, 3, 4), "datetime(2020-01-02 03:04:00)"),
        (datetime.datetime(2020, 1, 2, 3, 4, 5, 6, zone), "datetime(2020-01-02 03:04:05.000006 UTC+01:00)"),
        (Moment(2020, 1, 2), "datetime(2020-01-02 00:00:00)"),
        (datetime.time(3, 4), "time(03:04:00)"),
        (datetime.timedelta(days=-1, seconds=5), "timedelta(days=-1, seconds=5, microseconds=0)"),
        (decimal.Decimal("1.50"), "Decimal('1.50')"),
        (Money("2"), "Decimal('2')"),
        (fractions.Fraction(1, 3), "Fraction(1, 3)"),
        (uuid.UUID(int=255), "UUID('00000000-0000-0000-0000-0000000000ff')"),
        (Color.RED, "<Color.RED: 1>"),
        (Access.READ, "<Access.READ: 4>"),
        (Point(1, None), "Point(x=1, y=None)"),
        (range(3), "range(0, 3, 1)"),
        (slice(None, 2), "slice(None, 2, None)"),
        (re.compile("a+"), "re.compile('a+')"),
        (re.match("a+", "aab"), "<re.Match 'aa'>"),
        (collections.deque([1, 2]), "deque([1, 2])"),
        (collections.OrderedDict(a=1), "OrderedDict({'a': 1})"),
        (collections.defaultdict(list, a=[1]), "defaultdict({'a': [1]})"),
        (array.array("i", [1, 2]), "array([1, 2])"),
        ({"a": 1}.keys(), "dict_keys(['a'])"),
        ({"a": 1}.items(), "dict_items([('a', 1)])"),
        (functools.partial(len, [1]), "partial(<function len>, ([1],), {})"),
        (ValueError("bad", 3), "ValueError('bad', 3)"),
        (types.ModuleType("shop"), "<module shop>"),
        (Item, "<class %s.Item>" % __name__),
        ({3, 1, 2}, "{1, 2, 3}"),
        (True, "True"),
    ]
    assert [describe(value) for value, _ in told] == [shown for _, shown in told]


@pytest.mark.parametrize("parts", [("a", "b.txt"), ("/a", "b"), (".",), ("/",), ("a/b",), ("/x", "/y")])
@pytest.mark.parametrize("asked", [False, True])
def test_paths_are_told(parts: Any, asked: bool) -> None:
    path = pathlib.PurePosixPath(*parts)
    if asked:
        str(path)
    assert describe(path) == "PurePosixPath('%s')" % pathlib.PurePosixPath(*parts)
    assert describe(pathlib.PurePosixPath("a") / "b") == "PurePosixPath('a/b')"


def test_instances_are_told_by_what_they_hold() -> None:
    assert describe(Item("tea")) == "Item(name='tea', price=None, api_key=<redacted>)"
    assert describe(Slotted()) == "Slotted(name='n')"
    assert describe([Item("tea", Point(1, 2))]) == "[Item(name='tea', price=Point(x=1, y=2), api_key=<redacted>)]"
    assert describe(Item("tea"), depth=0) == "<Item object>"
    assert describe(object()) == "<object object>"
    assert describe(threading.Lock()).endswith(" object>")
    assert describe(mock.MagicMock(name="m")) == "<MagicMock>"


def test_public_attributes_come_first_and_private_ones_of_the_standard_library_are_left_out() -> None:
    class Thing:
        def __init__(self) -> None:
            self._hidden = 1
            self.shown = 2

    assert describe(Thing()) == "Thing(shown=2, _hidden=1)"
    assert describe(threading.Event()) == "<Event object>"


class Guard(type):
    """A metaclass that decides everything about its class, and may not be asked."""

    def __getattribute__(cls, name: str) -> Any:
        raise AssertionError("called " + name)

    def __eq__(cls, other: object) -> bool:
        raise AssertionError("called")

    def __hash__(cls) -> int:
        raise AssertionError("called")

    def __instancecheck__(cls, other: object) -> bool:
        raise AssertionError("called")


def hostile_values() -> List[Any]:
    never = hostile.Hostile._never

    class Liar:
        __class__ = dict  # type: ignore[assignment]

    class ByProperty:
        __dict__ = property(never)  # type: ignore[assignment]

    class Guarded(metaclass=Guard):
        pass

    class GuardedDict(dict, metaclass=Guard):  # type: ignore[type-arg]
        __iter__ = __len__ = __getitem__ = __bool__ = items = keys = never

    class GuardedList(list, metaclass=Guard):  # type: ignore[type-arg]
        __iter__ = __len__ = __getitem__ = __bool__ = append = never

    class Number(int):
        __repr__ = __str__ = __add__ = __index__ = bit_length = never  # type: ignore[assignment]

    class Real(float):
        __repr__ = __str__ = __pos__ = never  # type: ignore[assignment]

    class Raw(bytes):
        __repr__ = __getitem__ = __len__ = never  # type: ignore[assignment]

    class Fields(tuple):  # type: ignore[type-arg]
        _fields = ("a", "b")
        __iter__ = __len__ = __getitem__ = __getattribute__ = never

    class Proxy:
        __slots__ = ("_LocalProxy__local",)

        def __init__(self) -> None:
            object.__setattr__(self, "_LocalProxy__local", 1)

        __getattr__ = __repr__ = __bool__ = __dir__ = never
        __class__ = property(never)  # type: ignore[assignment]

    class Odd(enum.Enum):
        ONE = hostile.TextLike("one")

        def __repr__(self) -> str:
            raise AssertionError("called")

    class Loud(Exception):
        args = property(never)  # type: ignore[assignment]
        __str__ = __repr__ = never

    class Zone(datetime.tzinfo):
        utcoffset = tzname = dst = __repr__ = never  # type: ignore[assignment]

    holder = type("Holder", (), {})()
    holder.__dict__[hostile.TextLike("odd")] = 1
    holder.plain = hostile.Hostile
    return [
        Liar(),
        ByProperty(),
        Guarded(),
        Guarded,
        GuardedDict(a=1),
        GuardedList([1]),
        GuardedList([1]).count,
        Number(7),
        Real(1.5),
        Raw(b"x"),
        Fields((1, 2)),
        Proxy(),
        Odd.ONE,
        Loud("x"),
        datetime.datetime(2020, 1, 1, tzinfo=Zone()),
        hostile.TextLike("text"),
        hostile.DictLike(a=1),
        hostile.HostileByMeta(),
        holder,
    ]


def test_nothing_of_the_program_is_called() -> None:
    values = hostile_values()
    shown = [describe(value) for value in values]
    assert shown == [
        "<Liar object>",
        "<ByProperty object>",
        "<Guarded object>",
        "<class %s.hostile_values.<locals>.Guarded>" % __name__,
        "GuardedDict({'a': 1})",
        "GuardedList([1])",
        "<function count>",
        "Number(7)",
        "Real(1.5)",
        "Raw(b'x')",
        "Fields(a=1, b=2)",
        "Proxy(_LocalProxy__local=1)",
        "<Odd.ONE: TextLike('one')>",
        "Loud('x')",
        "datetime(2020-01-01 00:00:00 <Zone object>)",
        "TextLike('text')",
        "DictLike({'a': 1})",
        "<HostileByMeta object>",
        "Holder(plain=<class hostile.Hostile>)",
    ]
    assert describe(values, name="values").startswith("[<Liar object>, ")
    assert [sorted(own_attributes(value, 9)) for value in values[:3]] == [[], [], []]
    instance = hostile.Hostile.__new__(hostile.Hostile)
    assert describe({"a": instance, "b": [instance]}) == "{'a': <Hostile object>, 'b': [<Hostile object>]}"


def test_cycles_and_huge_values_are_cut() -> None:
    loop: List[Any] = [1]
    loop.append(loop)
    loop.append(2)
    assert describe(loop) == "[1, <cycle>, 2]"
    owner = Item("x")
    owner.price = owner
    assert describe(owner) == "Item(name='x', price=<cycle>, api_key=<redacted>)"
    assert describe(list(range(10**6))) == "[0, 1, 2, 3, 4, 5, … %d more]" % (10**6 - MAX_ITEMS)
    assert len(describe("x" * 10**7)) <= 200
    assert len(describe([["y" * 500] * 50] * 50, limit=80)) <= 80
    assert describe({"formats": ["z" * 900], "id": 1}, limit=80).startswith("{'formats': ['zzz")
    assert describe(10**400).startswith("<int of ")
    deep: Any = None
    for _ in range(10_000):
        deep = [deep]
    assert describe(deep) == "[[[[… 1]]]]"
    wide = type("Wide", (), {})()
    for number in range(10_000):
        setattr(wide, "a%d" % number, number)
    assert describe(wide).startswith("Wide(a0=0, a1=1, ")
    assert len(describe(wide)) <= 200


def test_a_container_that_another_thread_changes_is_told_somehow() -> None:
    shared: Dict[int, int] = {}
    members = set()
    stop = threading.Event()

    def change() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            shared[number] = number
            members.add(number)
            shared.pop(number - 3, None)
            members.discard(number - 3)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(3_000):
            assert describe(shared)[:1] in "{<"
            assert describe(members)[:1] in "{<s"
    finally:
        stop.set()
        thread.join()


def test_what_the_author_keeps_out_of_the_repr_is_left_out() -> None:
    class Attribute:
        __slots__ = ("name", "repr")

        def __init__(self, name: str, shown: bool) -> None:
            self.name, self.repr = name, shown

    class Attrs:
        __attrs_attrs__ = (Attribute("seen", True), Attribute("unseen", False))

        def __init__(self) -> None:
            self.seen, self.unseen = 1, 2

    class Model:
        __pydantic_fields__ = {"seen": Attribute("seen", True), "unseen": Attribute("unseen", False)}

        def __init__(self) -> None:
            self.seen, self.unseen = 1, 2

    assert describe(Attrs()) == "Attrs(seen=1)"
    assert describe(Model()) == "Model(seen=1)"


@pytest.mark.parametrize(
    "make",
    [
        lambda secret: {"password": secret},
        lambda secret: {b"Authorization": secret},
        lambda secret: [("api_key", secret)],
        lambda secret: ("token", secret),
        lambda secret: ["Cookie", secret],
        lambda secret: {"a": [{"b": types.SimpleNamespace(secret=secret)}]},
        lambda secret: types.SimpleNamespace(auth_token=secret),
        lambda secret: Item("x", api_key=secret),
        lambda secret: collections.namedtuple("Login", "user password")("me", secret),
        lambda secret: collections.OrderedDict(client_secret=secret),
        lambda secret: collections.deque([("password", secret)]),
        lambda secret: {"x": secret}.items() if False else {"password": secret}.items(),
        lambda secret: Item("x", cache=secret),
    ],
)
def test_secrets_are_not_told(make: Callable[[str], Any]) -> None:
    assert "hunter2" not in describe(make("hunter2"))
