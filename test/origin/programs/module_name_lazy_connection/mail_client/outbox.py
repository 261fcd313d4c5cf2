from mail_client import connection


def queue(text):
    link = connection.get()
    link["queue"].append(text)  # CRASH
    return len(link["queue"])
