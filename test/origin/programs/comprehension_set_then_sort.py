"""A set comprehension gathers a None, which sorted() then compares."""


def domain(address):
    if "@" not in address:
        return None  # ORIGIN: literal
    return address.split("@")[1]


def domains(addresses):
    return {domain(address) for address in addresses}


def listing(addresses):
    return sorted(domains(addresses))  # CRASH


def test_listing():
    assert listing(["a@x.org", "b@y.org"]) == ["x.org", "y.org"]
    assert listing(["a@x.org", "bob"]) == ["x.org"]
