from transit.network import Network


def read_network(text):
    network = Network()
    for row in text.strip().splitlines():
        kind, *fields = [field.strip() for field in row.split(";")]
        if kind == "stop":
            network.add_stop(fields[0], int(fields[1]))
        elif kind == "link":
            network.link(fields[0], fields[1], int(fields[2]))
        else:
            raise ValueError("what is a %s?" % kind)
    return network
