"""An override calls super() but does not return what it got."""


class Serializer:
    def dump(self, value):
        return {"value": value}


class AuditedSerializer(Serializer):
    audited = 0

    def dump(self, value):
        AuditedSerializer.audited += 1
        super().dump(value)  # ORIGIN: implicit-return


def envelope(serializer, value):
    data = serializer.dump(value)
    data["version"] = 1  # CRASH
    return data


def test_envelope():
    assert envelope(Serializer(), 3)["version"] == 1
    assert envelope(AuditedSerializer(), 3)["version"] == 1
