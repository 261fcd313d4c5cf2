def replay(account, events):
    for name, amount in events:
        handler = getattr(account, "on_" + name)
        handler(amount)
    return account
