"""A bare return travels up through four calls, renamed in each."""


def read_cell(sheet, key):
    if key not in sheet:
        return  # ORIGIN: bare-return
    return sheet[key]


def read_amount(sheet, row):
    cell = read_cell(sheet, ("amount", row))
    return cell


def read_row(sheet, row):
    amount = read_amount(sheet, row)
    return {"row": row, "amount": amount}


def sum_rows(sheet, count):
    total = 0
    for row in range(count):
        record = read_row(sheet, row)
        value = record["amount"]
        total += value  # CRASH
    return total


def test_sum_rows():
    assert sum_rows({("amount", 0): 4, ("amount", 1): 5}, 3) == 9
