from layered_config.defaults import DEFAULTS
from layered_config.environments import environment


def merge(low, high):
    merged = dict(low)
    for key, value in high.items():
        if isinstance(value, dict):
            value = merge(low.get(key, {}), value)
        merged[key] = value
    return merged


def load_config(name):
    return merge(DEFAULTS, environment(name))
