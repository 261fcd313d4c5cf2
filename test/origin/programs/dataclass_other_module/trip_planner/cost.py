PRICE = 80


def cost(trip):
    nights = trip.hotel.nights
    return nights * PRICE  # CRASH
