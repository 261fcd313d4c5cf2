"""A repository returns bare, the service wraps the result, the view reads through the wrapper."""
from blog_app.service import PostService
from blog_app.store import PostStore
from blog_app.view import render


def test_render():
    service = PostService(PostStore([{"id": 1, "title": "Hi", "draft": False}, {"id": 2, "title": "Yo", "draft": True}]))
    assert render(service, 1) == "<h1>Hi</h1>"
    assert render(service, 2) == "<h1>Yo</h1>"
