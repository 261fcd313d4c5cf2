import re


def drop_comments(text):
    return re.sub(r"//[^\n]*", "", text)


def drop_trailing_commas(text):
    return re.sub(r",(?=[}\]])", "", text)


def to_json(text):
    return drop_trailing_commas(drop_comments(text))
