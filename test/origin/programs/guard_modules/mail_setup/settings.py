class Settings:
    def __init__(self, values):
        self.host = values["host"]
        self.port = values.get("port")  # ORIGIN: miss
        self.user = None
