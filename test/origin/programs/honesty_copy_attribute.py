"""copy.copy of an object whose attribute was set to None before.
honesty: true
"""
import copy


class Request:
    def __init__(self, headers):
        self.headers = headers


def strip(request):
    request.headers = None  # ORIGIN: literal
    return request


def agent(request):
    twin = copy.copy(request)
    return twin.headers["agent"]  # CRASH


def test_agent():
    request = Request({"agent": "curl"})
    assert agent(request) == "curl"
    assert agent(strip(request)) == "curl"
