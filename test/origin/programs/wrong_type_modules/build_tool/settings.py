def load(lines):
    settings = {"first": ["clean"], "default": "none"}
    for line in lines:
        name, _, value = line.partition(":")
        settings[name] = value.strip()  # ORIGIN: library-call
    return settings
