from trip_planner.models import Hotel, Trip


def trip_from(data):
    return Trip(name=data["name"], hotel=Hotel(**data["hotel"]))
