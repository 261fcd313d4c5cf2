from mail_setup.settings import Settings


class SetupError(Exception):
    pass


def check(settings):
    if settings.port is None:
        raise SetupError("no port for " + settings.host)  # CRASH
    return "%s:%d" % (settings.host, settings.port)


def send(values, text):
    settings = Settings(values)
    return check(settings) + " " + text
