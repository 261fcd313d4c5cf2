"""A context variable is set to None and read in another function.
honesty: true
"""
import contextvars

USER = contextvars.ContextVar("user", default={"name": "guest"})


def logout():
    USER.set(None)  # ORIGIN: literal


def banner():
    user = USER.get()
    return "for " + user["name"]  # CRASH


def run(leave):
    if leave:
        logout()
    return banner()


def test_run():
    assert contextvars.Context().run(run, False) == "for guest"
    assert contextvars.Context().run(run, True) == "for guest"
