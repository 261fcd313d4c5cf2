from sensor_hub import config

threshold = None


def check(value):
    return value > config.threshold  # CRASH
