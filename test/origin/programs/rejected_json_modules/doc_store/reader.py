import json


def title(store, key):
    text = store.load(key)
    document = json.loads(text)  # CRASH
    return document["title"]
