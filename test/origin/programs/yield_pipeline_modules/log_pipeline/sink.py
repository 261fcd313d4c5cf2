from log_pipeline.source import records
from log_pipeline.stages import sizes, without_heads


def total_bytes(lines):
    total = 0
    for verb, size in without_heads(sizes(records(lines))):
        total += size  # CRASH
    return total
