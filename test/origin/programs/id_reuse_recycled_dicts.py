"""Request dicts are recycled through a free list: the same object gets its None in its third life."""


class Requests:
    def __init__(self):
        self.free = []

    def take(self, path):
        request = self.free.pop() if self.free else {}
        request["path"] = path
        request["user"] = None
        return request

    def release(self, request):
        request.clear()
        self.free.append(request)


def authenticate(request, user):
    request["user"] = user


def serve(requests, path, user):
    request = requests.take(path)
    authenticate(request, user)
    name = request["user"].title()  # CRASH
    requests.release(request)
    return name


def run(paths):
    requests = Requests()
    users = {"/a": "ada", "/b": "bob", "/c": None}  # ORIGIN: literal
    return [serve(requests, path, users[path]) for path in paths]


def test_run():
    assert run(["/a", "/b"]) == ["Ada", "Bob"]
    assert run(["/a", "/b", "/c"]) == ["Ada", "Bob", ""]
