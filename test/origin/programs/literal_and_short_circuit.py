"""`account and account.plan` hands on the None account, which was made two calls before."""


class Account:
    def __init__(self, plan):
        self.plan = plan


def load_account(account_id):
    accounts = {1: Account("gold")}
    if account_id not in accounts:
        return None  # ORIGIN: literal
    return accounts[account_id]


def plan_of(account_id):
    account = load_account(account_id)
    plan = account and account.plan
    return plan


def test_plan():
    plan = plan_of(7)
    assert plan.startswith("g")  # CRASH
