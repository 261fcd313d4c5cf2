from rate_limits.constants import BURST, FREE_LIMIT, PRO_LIMIT


class Limiter:
    def __init__(self, plan):
        self.limit = FREE_LIMIT if plan == "free" else PRO_LIMIT
        self.burst = BURST
        self.used = 0

    def allow(self, count):
        self.used += count
        return self.used <= self.limit  # CRASH
