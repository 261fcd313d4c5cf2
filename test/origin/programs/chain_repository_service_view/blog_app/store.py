class PostStore:
    def __init__(self, posts):
        self.by_id = {post["id"]: post for post in posts}

    def published(self, post_id):
        post = self.by_id.get(post_id)
        if post is None:
            raise LookupError(post_id)
        if post["draft"]:
            return  # ORIGIN: bare-return
        return post
