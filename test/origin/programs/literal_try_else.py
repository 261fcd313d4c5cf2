"""The else clause of a try statement sets the None; handler and finally are decoys."""


def load(text):
    result = {}
    try:
        number = int(text)
    except ValueError:
        result["value"] = 0
        result["error"] = None
    else:
        result["value"] = number if number < 100 else None  # ORIGIN: literal
    finally:
        result["source"] = None
    return result


def half(text):
    loaded = load(text)
    return loaded["value"] / 2  # CRASH


def test_half():
    assert half("8") == 4
    assert half("x") == 0
    assert half("800") == 400
