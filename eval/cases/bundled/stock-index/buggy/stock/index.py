def parse_row(row):
    sku, name, count = [part.strip() for part in row.split(",")]
    return {"sku": sku, "name": name, "count": int(count)}


def build_index(rows):
    index = {}
    for row in rows:
        item = parse_row(row)
        index[item["sku"]] = item
    return index
