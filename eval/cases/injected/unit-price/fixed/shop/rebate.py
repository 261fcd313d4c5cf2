class Rebate:
    def __init__(self, percent, reason):
        self.percent = percent
        self.reason = reason

    def of(self, price):
        return price * self.percent // 100


NOTHING = Rebate(0, "none")


def rebate_for(article, count):
    if "bulk" in article.tags:
        if count >= 100:
            return Rebate(15, "pallet")
        if count >= 10:
            return Rebate(5, "box")
        return NOTHING
    if count >= 50:
        return Rebate(3, "quantity")
    return NOTHING
