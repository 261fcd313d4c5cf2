import json

from settings.clean import to_json


def test_a_list_over_several_lines():
    assert json.loads(to_json('{"a": [\n  1,\n  2,\n],\n}')) == {"a": [1, 2]}
