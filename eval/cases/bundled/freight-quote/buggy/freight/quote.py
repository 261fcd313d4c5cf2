from freight.zones import zone_of

BASE = {"domestic": 4.5, "europe": 9.0, "world": 19.0}
PER_KILO = {"domestic": 0.8, "europe": 1.6, "world": 4.2}


class Quote:
    def __init__(self, parcel):
        self.parcel = parcel
        self.zone = zone_of(parcel.country)

    def base(self):
        return BASE[self.zone.name]

    def total(self):
        price = self.base() + PER_KILO[self.zone.name] * self.parcel.weight
        if self.parcel.insured:
            price += 2.5
        return round(price, 2)


def quote_all(parcels):
    quotes = [Quote(parcel) for parcel in parcels]
    return round(sum(quote.total() for quote in quotes), 2)
