"""AttributeError: a string is used as a list; it was the default of a branch.
bad: wrong-type
"""


def tags_for(post):
    if "tags" in post:
        return post["tags"]
    return "untagged"  # ORIGIN: literal


def with_tag(post, tag):
    tags = tags_for(post)
    tags.append(tag)  # CRASH
    return tags


def test_with_tag():
    assert with_tag({"tags": ["a"]}, "b") == ["a", "b"]
    assert with_tag({}, "b") == ["untagged", "b"]
