"""Key and value are unpacked from dict items; one value is None."""


def limits(plan):
    table = {"cpu": 2, "disk": 10, "ram": 4}
    if plan == "trial":
        table["disk"] = None  # ORIGIN: literal
    return table


def allowed(plan, usage):
    for name, limit in limits(plan).items():
        if usage[name] > limit:  # CRASH
            return False
    return True


def test_allowed():
    usage = {"cpu": 1, "disk": 3, "ram": 2}
    assert allowed("pro", usage)
    assert allowed("trial", usage)
