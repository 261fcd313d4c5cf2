from parcels.address import Address


def check_labels(count):
    for number in range(count):
        address = Address(f"Straße {number}", "Köln", "DE")
        print(f"label {number:05d}: {address.label()} … printed, folded and stuck to parcel {number * 7}")


def test_every_label():
    check_labels(2500)
