from payroll.bands import bands_up_to


def tax(income):
    return sum((end - start) * percent // 100 for start, end, percent in bands_up_to(income))
