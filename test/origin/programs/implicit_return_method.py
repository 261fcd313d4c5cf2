"""A builder method forgets `return self`; the chain breaks at the next call."""


class Query:
    def __init__(self, table):
        self.table = table
        self.clauses = []
        self.count = None

    def where(self, clause):
        self.clauses.append(clause)
        return self

    def limit(self, count):
        self.count = count  # ORIGIN: implicit-return

    def sql(self):
        return "select from %s where %s limit %s" % (self.table, " and ".join(self.clauses), self.count)


def recent(table):
    query = Query(table).where("age < 3")
    limited = query.limit(10)
    return limited.sql()  # CRASH


def test_recent():
    assert recent("users").startswith("select")
