from collections import namedtuple

Article = namedtuple("Article", "sku name price tags")

ARTICLES = [
    Article("A1", "pencil", 120, ("office",)),
    Article("A2", "paper", 490, ("office", "bulk")),
    Article("B7", "tea", 350, ("food",)),
    Article("B8", "rice", 899, ("food", "bulk")),
]


def find(sku):
    for article in ARTICLES:
        if article.sku == sku:
            return article
    raise LookupError("no article %s" % sku)
