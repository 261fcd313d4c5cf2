from web_stack import middlewares


def endpoint(request):
    return {"status": 200, "body": request["path"]}


def build(names):
    handler = endpoint
    for name in reversed(names):
        handler = getattr(middlewares, name)(handler)
    return handler
