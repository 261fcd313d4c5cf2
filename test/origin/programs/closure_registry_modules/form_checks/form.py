class Form:
    def __init__(self):
        self.rules = []

    def rule(self, check):
        self.rules.append(check)

    def valid(self, values):
        return all(check(values) for check in self.rules)
