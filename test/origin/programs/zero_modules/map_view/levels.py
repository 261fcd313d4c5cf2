SCALES = {
    "world": 64,
    "city": 4,
    "street": 0,  # ORIGIN: literal
}
