from dataclasses import dataclass


@dataclass(frozen=True)
class Address:
    street: str
    city: str
    country: str

    def label(self) -> str:
        return f"{self.street}, {self.city}, {self.country}"
