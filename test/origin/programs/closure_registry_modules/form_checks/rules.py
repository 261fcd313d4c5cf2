def max_length(field, limit):
    def check(values):
        return len(values.get(field, "")) <= limit  # CRASH

    return check


def install(form, limits):
    for field, limit in limits.items():
        form.rule(max_length(field, limit))
