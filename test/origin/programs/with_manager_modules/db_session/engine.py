class Engine:
    def __init__(self):
        self.connection = None
        self.connect()

    def connect(self):
        self.connection = {"rows": 3}

    def dispose(self):
        self.connection = None  # ORIGIN: literal
