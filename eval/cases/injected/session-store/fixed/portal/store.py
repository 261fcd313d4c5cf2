import json

from portal.user import User


class Store:
    def __init__(self):
        self.rows = {}
        self.cache = {}

    def save(self, token, user):
        self.rows[token] = json.dumps(user.to_dict())
        self.cache[token] = user

    def forget_cache(self):
        self.cache.clear()

    def load(self, token):
        if token not in self.cache:
            row = self.rows.get(token)
            if row is None:
                raise PermissionError("no such session")
            self.cache[token] = User.from_dict(json.loads(row))
        return self.cache[token]
