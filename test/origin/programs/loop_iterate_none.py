"""The iterable itself is None: `for x in None`."""


class Mailbox:
    def __init__(self, folders):
        self.folders = folders

    def messages(self, folder):
        if folder in self.folders:
            return self.folders[folder]
        return None  # ORIGIN: literal


def subjects(mailbox, folder):
    found = []
    for message in mailbox.messages(folder):  # CRASH
        found.append(message["subject"])
    return found


def test_subjects():
    mailbox = Mailbox({"inbox": [{"subject": "hi"}]})
    assert subjects(mailbox, "inbox") == ["hi"]
    assert subjects(mailbox, "spam") == []
