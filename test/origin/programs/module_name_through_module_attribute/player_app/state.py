current = None
volume = None
