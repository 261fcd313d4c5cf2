def heading(post):
    return "<h1>%s</h1>" % post["title"]  # CRASH


def render(service, post_id):
    result = service.get(post_id)
    if result.error:
        return result.error
    return heading(result.value)
