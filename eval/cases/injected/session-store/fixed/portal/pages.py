from portal.session import Session


def settings_page(store, token):
    session = Session(store, token)
    if not session.user.may("settings"):
        return "403"
    return session.greeting()
