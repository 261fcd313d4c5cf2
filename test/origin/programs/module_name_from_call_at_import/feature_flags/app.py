from feature_flags.flags import flag

ALPHA = flag("alpha")
BETA = flag("beta")


def banner():
    return "beta " + BETA  # CRASH
