FREE_LIMIT = 10
PRO_LIMIT = None  # ORIGIN: module-name
BURST = None
