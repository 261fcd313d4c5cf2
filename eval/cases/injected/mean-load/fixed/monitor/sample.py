from dataclasses import dataclass


@dataclass(frozen=True)
class Sample:
    host: str
    minute: int
    load: float
    valid: bool = True
