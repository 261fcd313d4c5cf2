from dataclasses import dataclass, field
from typing import List, Optional


@dataclass
class Hotel:
    city: str
    nights: Optional[int] = None  # ORIGIN: dataclass-default
    stars: Optional[int] = None


@dataclass
class Trip:
    name: str
    hotel: Hotel
    notes: List[str] = field(default_factory=list)
