DEV = {"workers": 2, "debug": True}
PROD = {
    "host": "0.0.0.0",
    "workers": None,  # ORIGIN: literal
    "debug": None,
}


def environment(name):
    if name == "prod":
        return PROD
    return DEV
