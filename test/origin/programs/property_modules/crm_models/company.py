class Company:
    def __init__(self, name):
        self.name = name
        self.parent = None
