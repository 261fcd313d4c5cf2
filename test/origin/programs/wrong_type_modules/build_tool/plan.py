from build_tool.settings import load


def targets(lines):
    settings = load(lines)
    names = settings["first"]
    names.append(settings["default"])  # CRASH
    return names
