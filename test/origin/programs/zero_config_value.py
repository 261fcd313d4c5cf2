"""ZeroDivisionError by floor division: a zero in a config dict, through three functions.
bad: zero
"""


def load():
    return {
        "width": 80,
        "columns": 0,  # ORIGIN: literal
        "gap": 0,
    }


def layout(config):
    columns = config["columns"]
    return {"usable": config["width"] - config["gap"], "columns": columns}


def column_width(config):
    plan = layout(config)
    return plan["usable"] // plan["columns"]  # CRASH


def test_column_width():
    assert column_width({"width": 80, "columns": 4, "gap": 0}) == 20
    assert column_width(load()) == 80
