def clean(name):
    """Names of stops are compared without case and outer blanks."""
    return " ".join(name.split()).casefold()


class Stop:
    def __init__(self, name, zone):
        self.name = name
        self.zone = zone

    @property
    def key(self):
        return clean(self.name)
