"""A property returns a private field that is None until refresh() is called."""


class Weather:
    def __init__(self, city):
        self.city = city
        self._forecast = None  # ORIGIN: literal

    def refresh(self):
        self._forecast = {"high": 20}

    @property
    def forecast(self):
        return self._forecast


def high(weather):
    return weather.forecast["high"]  # CRASH


def test_high():
    weather = Weather("Rome")
    weather.refresh()
    assert high(weather) == 20
    assert high(Weather("Oslo")) == 20
