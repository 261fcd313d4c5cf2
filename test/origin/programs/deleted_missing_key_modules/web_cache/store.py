class Store:
    def __init__(self):
        self.pages = {}
        self.until = {}

    def put(self, path, text, until):
        self.pages[path] = text
        self.until[path] = until
