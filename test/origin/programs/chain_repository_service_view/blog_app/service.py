class Result:
    def __init__(self, value, error=None):
        self.value = value
        self.error = error


class PostService:
    def __init__(self, store):
        self.store = store
        self.last = None

    def get(self, post_id):
        result = Result(self.store.published(post_id))
        self.last = result
        return result
