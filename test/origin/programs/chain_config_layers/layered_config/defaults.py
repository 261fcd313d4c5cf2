DEFAULTS = {
    "host": "localhost",
    "workers": 2,
    "log": {"level": "info", "file": None},
    "pidfile": None,
}
