class Board:
    def __init__(self, names):
        self.tasks = [{"title": name} for name in names]

    def next_title(self):
        task = self.tasks[0]  # CRASH
        return task["title"].title()
