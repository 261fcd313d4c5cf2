"""A class attribute of the base class is None and the subclass does not set it."""


class Task:
    queue = "default"
    timeout = None  # ORIGIN: class-attribute

    def deadline(self, now):
        return now + self.timeout  # CRASH


class MailTask(Task):
    timeout = 5


class SyncTask(Task):
    queue = "sync"


def plan(tasks, now):
    return [task.deadline(now) for task in tasks]


def test_plan():
    assert plan([MailTask()], 1) == [6]
    assert plan([MailTask(), SyncTask()], 1) == [6, 6]
