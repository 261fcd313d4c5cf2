"""What the shop sells."""

from shop.pricelist import read_pricelist


class Product:
    def __init__(self, sku, name, price):
        self.sku = sku
        self.name = name
        self.price = price

    def __repr__(self):
        return f"<Product {self.sku}>"


class Catalog:
    def __init__(self, products):
        self._products = {product.sku: product for product in products}

    @classmethod
    def from_pricelist(cls, text):
        return cls(Product(**row) for row in read_pricelist(text))

    def find(self, sku):
        try:
            return self._products[sku]
        except KeyError:
            raise LookupError(f"no product {sku!r}") from None
