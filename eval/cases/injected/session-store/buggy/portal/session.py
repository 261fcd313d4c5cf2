class Session:
    def __init__(self, store, token):
        self.user = store.load(token)

    def greeting(self):
        return "Hello, %s" % self.user.name
