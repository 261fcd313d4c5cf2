COLUMNS = ("article", "count", "cents", "tax")

NUMBERS = ("count", "cents")
