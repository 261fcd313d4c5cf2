class Service:
    def __init__(self, repository):
        self.repository = repository
        self.cache = {}

    def room(self, name):
        if name not in self.cache:
            self.cache[name] = self.repository.find(name)
        return self.cache[name]

    def floor(self, name):
        desk = self.room(name)
        return desk["room"] // 10  # CRASH
