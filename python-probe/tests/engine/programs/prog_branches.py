"""Compound statements, and statements on several lines."""


def grade(points, bonus=0):
    """A docstring is no statement."""
    total = (points +  #= low high negative
             bonus)
    if (total > 10  #= low high negative
            and total < 100):
        return "high"  #= high
    elif total < 0:  #= low negative
        try:  #= negative
            raise ValueError(  #= negative
                "negative",
                total,
            )
        except KeyError:  #= negative
            return "no"
        except (ValueError,  #= negative
                TypeError) as error:
            return str(error.args[0])  #= negative
        finally:
            total = 0  #= negative
    else:
        return "low"  #= low


def loop(values):
    found = []  #= loop broken
    for value in values:  #= loop broken
        if value is None:  #= loop broken
            break  #= broken
        if value < 0: continue  #= loop broken
        found.append(value)  #= loop broken
    else:
        found.append(  #= loop
            "end"
        )
    count = 3; total = 0  #= loop broken
    while count:  #= loop broken
        count -= 1  #= loop broken
    else:
        total += 1  #= loop broken
    assert found, (  #= loop broken
        "nothing was found"
    )
    del total  #= loop broken
    return [  #= loop broken
        value
        for value in found
        if value != "x"
    ]


def never():
    return 1


def one_line(): return 2  #= loop


def check_low():
    assert grade(5) == "low"


def check_high():
    assert grade(5, bonus=6) == "high"


def check_negative():
    assert grade(-1) == "negative"


def check_loop():
    assert loop([1, -1, 2]) == [1, 2, "end"]
    assert one_line() == 2


def check_broken():
    assert loop([1, None]) == [1]
