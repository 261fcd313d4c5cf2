from dataclasses import dataclass


@dataclass
class Parcel:
    country: str
    weight: float
    insured: bool = False
