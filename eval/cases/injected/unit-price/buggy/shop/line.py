from shop.catalogue import find
from shop.rebate import rebate_for


class Line:
    def __init__(self, sku, count):
        self.article = find(sku)
        self.count = count
        self.rebate = rebate_for(self.article, count)

    def gross(self):
        return self.article.price * self.count

    def net(self):
        return self.gross() - self.rebate.of(self.gross())
