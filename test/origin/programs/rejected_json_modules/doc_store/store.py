class Store:
    def __init__(self):
        self.texts = {
            "a": '{"title": "A"}',
            "b": '{"title": "B"',  # ORIGIN: literal
        }
        self.last = None

    def load(self, key):
        self.last = key
        return self.texts[key]
