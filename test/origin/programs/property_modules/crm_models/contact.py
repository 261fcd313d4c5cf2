class Contact:
    def __init__(self, name, company):
        self.name = name
        self._company = company
        self._title = None

    @property
    def employer(self):
        return self._company

    def unlink(self):
        self._company = None  # ORIGIN: literal
