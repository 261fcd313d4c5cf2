"""A chain of gets: the first one misses and the second is called on its None."""


def city(user):
    return user.get("address").get("city")  # ORIGIN: miss # CRASH


def cities(users):
    return [city(user) for user in users]


def test_cities():
    assert cities([{"address": {"city": "Rome"}}]) == ["Rome"]
    assert cities([{"name": "bob"}]) == [None]
