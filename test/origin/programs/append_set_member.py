"""A None enters a set and comes out again in a loop."""


def tags_of(post):
    return post["tag"]


def all_tags(posts):
    tags = set()
    for post in posts:
        tags.add(tags_of(post))
    return tags


def cloud(posts):
    total = 0
    for tag in all_tags(posts):
        total += len(tag)  # CRASH
    return total


def test_cloud():
    assert cloud([{"tag": "py"}, {"tag": "go"}]) == 4
    assert cloud([{"tag": "py"}, {"tag": None}]) == 2  # ORIGIN: literal
