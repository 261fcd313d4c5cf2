"""`dict.get` does not miss here: the key is present and None was stored under it."""


def defaults():
    return {"theme": "dark", "locale": "en"}


def apply_user(settings, user):
    settings["locale"] = None  # ORIGIN: literal
    for key, value in user.items():
        settings[key] = value
    return settings


def translate(settings, word):
    locale = settings.get("locale", "en")
    return locale + ":" + word  # CRASH


def test_translate():
    assert translate(defaults(), "yes") == "en:yes"
    settings = apply_user(defaults(), {"theme": "light"})
    assert translate(settings, "yes") == "en:yes"
