import heapq


class Job:
    def __init__(self, name, command):
        self.name = name
        self.command = command
        self.result = None


class Schedule:
    def __init__(self):
        self.heap = []
        self.added = 0

    def add(self, when, name, command=None):  # ORIGIN: default-argument
        self.added += 1
        heapq.heappush(self.heap, (when, self.added, Job(name, command)))

    def next_job(self):
        when, number, job = heapq.heappop(self.heap)
        return job

    def empty(self):
        return not self.heap
