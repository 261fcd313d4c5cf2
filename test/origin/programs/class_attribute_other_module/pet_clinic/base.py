class Animal:
    legs = 4
    portion = None  # ORIGIN: class-attribute

    def feed(self, times):
        return times * self.portion  # CRASH
