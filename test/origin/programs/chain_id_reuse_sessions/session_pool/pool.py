class Session:
    def __init__(self, user):
        self.user = None
        if user:
            self.user = user.upper()
            self.token = "t-" + user
        else:
            self.token = None  # ORIGIN: literal


def touch(user):
    session = Session(user)
    return len(session.token)  # CRASH


def handle_all(users):
    count = 0
    for user in users:
        count += touch(user) > 0
    return count
