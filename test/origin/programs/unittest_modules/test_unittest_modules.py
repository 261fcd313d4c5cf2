"""unittest with a project package: setUp builds a service whose repository misses."""
import unittest

from staff_app.repository import Repository
from staff_app.service import Service


class ServiceTest(unittest.TestCase):
    def setUp(self):
        self.service = Service(Repository({"ada": {"room": 7}}))
        self.room = None

    def test_known(self):
        self.assertEqual(self.service.floor("ada"), 0)

    def test_unknown(self):
        self.assertEqual(self.service.floor("bob"), 0)
