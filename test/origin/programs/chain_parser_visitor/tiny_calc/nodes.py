class Number:
    def __init__(self, value):
        self.value = value
        self.parent = None


class Sum:
    def __init__(self, left, right):
        self.left = left
        self.right = right
        self.parent = None
