"""One property reads another property, which misses in a dict."""


class Config:
    def __init__(self, data):
        self.data = data

    @property
    def database(self):
        return self.data.get("database")  # ORIGIN: miss

    @property
    def host(self):
        database = self.database
        return database["host"]  # CRASH


def hosts(configs):
    return [config.host for config in configs]


def test_hosts():
    assert hosts([Config({"database": {"host": "db1"}})]) == ["db1"]
    assert hosts([Config({"databse": {"host": "db1"}})]) == ["db1"]
