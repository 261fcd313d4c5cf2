"""unittest: setUpClass keeps the result of a function that falls off its end."""
import unittest


def connect(url):
    parts = url.split(":")
    if len(parts) == 2:  # ORIGIN: implicit-return
        return {"scheme": parts[0], "host": parts[1]}


def host(handle):
    return handle["host"]  # CRASH


class ConnectTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.handle = connect("db://a:1")

    def test_host(self):
        self.assertEqual(host(self.handle), "a")
