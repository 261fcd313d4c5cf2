from payroll.tax import tax


class Slip:
    def __init__(self, income, allowance=0):
        self.taxable = max(0, income - allowance)
        self.income = income

    def net(self):
        return self.income - tax(self.taxable)
