"""A keyword-only default is stored in an attribute and used by another method."""


class Client:
    def __init__(self, host, *, token=None, port=80):  # ORIGIN: default-argument
        self.host = host
        self.port = port
        self.token = token

    def headers(self):
        mask = self.token[:4]  # CRASH
        return {"auth": mask, "host": "%s:%d" % (self.host, self.port)}


def test_headers():
    assert Client("h", token="abcdef").headers()["auth"] == "abcd"
    assert Client("h", port=81).headers()["auth"] == ""
