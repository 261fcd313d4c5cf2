class Repository:
    def __init__(self, rows):
        self.rows = rows
        self.asked = []

    def find(self, name):
        self.asked.append(name)
        return self.rows.get(name)  # ORIGIN: miss
