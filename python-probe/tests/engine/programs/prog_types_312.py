"""Type parameters and f-strings over several lines, from Python 3.12 on."""

type Pair[T] = tuple[T, T]


def first[T](
    pair: Pair[T],
) -> T:
    return pair[0]  #= first


class Box[T]:
    def __init__(self, item: T) -> None:
        self.item = item  #= box

    def text(self) -> str:
        return f"box of {  #= box
            self.item
        }"


def check_first():
    assert first((1, 2)) == 1


def check_box():
    assert Box(1).text() == "box of 1"
