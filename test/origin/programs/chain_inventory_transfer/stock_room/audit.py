def audit(shelves):
    total = 0
    for name in sorted(shelves):
        count = shelves[name]
        total += count  # CRASH
    return total
