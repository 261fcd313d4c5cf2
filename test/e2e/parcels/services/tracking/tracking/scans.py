from datetime import date

SCANS = {
    "P-100": [("Hamburg", date(2026, 3, 2)), ("Hannover", date(2026, 3, 3))],
    "P-200": [("Leipzig", date(2026, 3, 2))],
}


def last_scan(parcel):
    scans = SCANS.get(parcel)
    return scans


def describe(parcel):
    place, day = last_scan(parcel)[-1]
    return f"{parcel}: {place} on {day.isoformat()}"
