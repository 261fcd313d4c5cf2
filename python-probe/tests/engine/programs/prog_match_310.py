"""match, from Python 3.10 on."""


def kind(value):
    match value:  #= number pair mapping other
        case int() | float():  #= number pair mapping other
            return "number"  #= number
        case (first,  #= pair mapping other
              second):
            return f"{first}{second}"  #= pair
        case {"name": name, **rest} if (  #= mapping other
            rest
        ):
            result = name  #= mapping
        case _:  #= other
            result = None  #= other
    return result  #= mapping other


def check_number():
    assert kind(1) == "number"


def check_pair():
    assert kind([1, 2]) == "12"


def check_mapping():
    assert kind({"name": "n", "more": 1}) == "n"


def check_other():
    assert kind("x") is None
