class Server:
    def __init__(self, config):
        self.config = config
        self.count = config["workers"]

    def workers(self):
        return self.count * 2  # CRASH
