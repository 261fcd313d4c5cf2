"""Decorators, nested functions, lambdas, classes, generators, comprehensions."""
import functools
from dataclasses import dataclass, field


def shout(times):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            return function(*args).upper() * times  #= greet nested

        return wrapper

    return decorate


@shout(
    times=2,
)
@functools.lru_cache(
    maxsize=None
)
def greet(
    name,
):
    return "hi " + name  #= greet nested


half = lambda number: (  #= shape
    number / 2
)


def nested(name):
    def inner(text):  #= nested
        class Local:  #= nested
            kind = text  #= nested

            def show(self):  #= nested
                return greet(self.kind)  #= nested

        return Local()  #= nested

    unused = lambda: never()  #= nested
    key = lambda item: (  #= nested
        item.kind
    )
    return sorted([inner(name)], key=key)[0].show()  #= nested


class Shape:
    """Docstring."""

    sides = 0
    names = [name for name in ("a", "b")]

    def __init__(self, *sides):
        self.lengths = sides  #= shape

    @property
    def around(self):
        return sum(  #= shape
            self.lengths
        )

    @classmethod
    def square(cls, side):
        return cls(*[side] * 4)  #= shape

    @staticmethod
    def unit():
        return Shape(1)

    class Inner:
        deep = 1

        def method(self):
            return self.deep  #= shape


@dataclass
class Point:
    x: int
    y: int = 0
    tags: list = field(default_factory=list)

    def moved(self, by):
        return Point(self.x + by,  #= point
                     self.y + by)


def numbers(stop):
    number = 0  #= generator closed
    try:  #= generator closed
        while number < stop:  #= generator closed
            got = yield number  #= generator closed
            if got:  #= generator
                number = got  #= generator
            number += 1  #= generator
    finally:
        number = -1  #= generator closed


def chained():
    yield from numbers(1)  #= generator
    return "done"  #= generator


def comprehensions(rows):
    flat = [cell for row in rows for cell in row]  #= comprehension
    pairs = {  #= comprehension
        key: value
        for key, value in zip(flat, flat)
        if key
    }
    lazy = (number * 2  #= comprehension
            for number in flat)
    odd = {number for number in flat if number % 2}  #= comprehension
    if (size := len(odd)) > 5:  #= comprehension
        return None
    return sum(lazy) + len(pairs) + size  #= comprehension


def check_greet():
    assert greet("bo") == "HI BOHI BO"


def check_nested():
    # Another name: the cache of the first one must not spare the call.
    assert nested("al") == "HI ALHI AL"


def check_shape():
    assert Shape.square(2).around == 8
    assert Shape.Inner().method() == 1
    assert half(4) == 2


def check_point():
    assert Point(1).moved(2) == Point(3, 2)


def check_generator():
    walk = numbers(5)
    assert next(walk) == 0
    assert walk.send(3) == 4
    assert list(walk) == []
    assert list(chained()) == [0]


def check_closed():
    walk = numbers(5)
    next(walk)
    walk.close()


def check_comprehension():
    assert comprehensions([[1, 2], [3]]) == 17
