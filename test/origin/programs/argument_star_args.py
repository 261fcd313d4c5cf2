"""A None travels in *args and is unpacked again one call deeper."""


def join_path(root, *parts):
    path = root
    for part in parts:
        path = path + "/" + part  # CRASH
    return path


def asset(*parts):
    return join_path("/static", *parts)


def avatar(user):
    folder = "img"
    name = None  # ORIGIN: literal
    if user["photo"]:
        name = user["photo"]
    return asset(folder, name, "small")


def test_avatar():
    assert avatar({"photo": "a.png"}) == "/static/img/a.png/small"
    assert avatar({"photo": ""}) == "/static/img/small"
