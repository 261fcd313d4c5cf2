def net(entry):
    return entry["count"] * entry["cents"]


def tax(entry):
    return (net(entry) * entry["tax"] + 50) // 100


def gross(entry):
    return net(entry) + tax(entry)
