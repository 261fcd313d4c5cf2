class User:
    def __init__(self, name, roles=()):
        self.name = name
        self.roles = frozenset(roles)

    def may(self, what):
        return "admin" in self.roles or what in self.roles

    def to_dict(self):
        return {"name": self.name, "roles": sorted(self.roles)}

    @classmethod
    def from_dict(cls, data):
        return cls(data["name"], data["roles"])
