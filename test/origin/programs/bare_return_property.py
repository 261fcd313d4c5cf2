"""A property returns bare when the invoice is not closed."""


class Invoice:
    def __init__(self, lines, closed):
        self.lines = lines
        self.closed = closed

    @property
    def total(self):
        if not self.closed:
            return  # ORIGIN: bare-return
        return sum(self.lines)


def statement(invoices):
    grand = 0
    for invoice in invoices:
        grand += invoice.total  # CRASH
    return grand


def test_statement():
    assert statement([Invoice([1, 2], True), Invoice([4], False)]) == 3
