import json

from settings.clean import to_json

TEXT = """{
  // where it listens
  "host": "localhost",
  "port": 8080, // not 80
}"""


def test_plain_json_stays():
    assert json.loads(to_json('{"a": 1}')) == {"a": 1}


def test_comments_and_trailing_comma():
    cleaned = to_json(TEXT)
    assert json.loads(cleaned) == {"host": "localhost", "port": 8080}
