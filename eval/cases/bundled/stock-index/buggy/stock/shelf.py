from stock.index import build_index


class Shelf:
    def __init__(self, rows):
        self.index = build_index(rows)

    def take(self, sku, count):
        item = self.index[sku]
        if item["count"] < count:
            raise ValueError("only %d of %s left" % (item["count"], sku))
        item["count"] -= count
        return item["count"]
