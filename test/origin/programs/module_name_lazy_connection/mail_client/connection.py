_retries = None
_connection = None  # ORIGIN: module-name


def init(host):
    global _connection
    _connection = {"host": host, "queue": []}


def get():
    return _connection
