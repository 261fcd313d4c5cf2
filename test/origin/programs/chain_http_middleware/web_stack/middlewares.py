TRACES = []


def auth(following):
    def handle(request):
        if request.get("user") is None:
            return {"status": 401}
        return following(request)

    return handle


def trace(following):
    def handle(request):
        TRACES.append(request["path"])
        response = following(request)
        TRACES.append(response["status"])  # ORIGIN: implicit-return

    return handle
