/** A call of `investigate`, and what has to come back. */
export interface Question {
  nodeId: string;
  deadlineSeconds: number;
  expected: { status: string; told: RegExp };
}

const question = (nodeId: string, status: string, told: RegExp, deadlineSeconds = 60): Question => ({
  nodeId,
  deadlineSeconds,
  expected: { status, told },
});

const usual = [
  question("tests/test_orders.py::test_receipt", "failed", /KeyError/),
  question("tests/test_orders.py::test_address", "failed", /AttributeError/),
  question("tests/test_prices.py::test_discount", "failed", /AssertionError/),
  question("tests/test_prices.py::test_mean", "failed", /ZeroDivisionError/),
];

/** Asked in turn: mostly failures of the usual kind, and between them tests that behave badly. */
export const questions: readonly Question[] = [
  ...usual,
  question("nasty.py::test_daemon", "failed", /KeyError/),
  ...usual,
  question("nasty.py::test_exit", "failed", /ended the interpreter/),
  ...usual,
  question("tests/test_stock.py::test_untouched", "order-dependent", /KeyError/),
  ...usual,
  question("nasty.py::test_hang", "deadline", /deadline/, 5),
  ...usual,
  question("nasty.py::test_descriptors", "failed", /KeyError/),
];

const pricesCode = `PRICES = {"tea": 3, "cake": 4, "bread": 2}


def price(name):
    return PRICES[name]


def mean(names):
    return sum(price(name) for name in names) / len(names)


def discount(total, percent):
    return total - total * percent // 100
`;

const ordersCode = `from shop.prices import price


def find(customers, name):
    for customer in customers:
        if customer["name"] == name:
            return customer


def address(customers, name):
    return find(customers, name)["address"].strip()


def total(names):
    result = 0
    for name in names:
        result += price(name)
    return result


def receipt(names):
    return [(name, price(name)) for name in names]
`;

/** Tests that pass, so that coverage has something to compare with. */
const passing = (module: string, calls: readonly string[]) =>
  calls.map((call, at) => `def test_fine_${at}():\n    assert ${module}.${call}\n`).join("\n\n");

/** Files of the project that the soak investigates. What lies in \`nasty.py\` pytest does not collect by itself. */
export const files: Record<string, string> = {
  "shop/__init__.py": "",
  "shop/prices.py": pricesCode,
  "shop/orders.py": ordersCode,
  "shop/stock.py": 'STOCK = {"tea": 7}\n\n\ndef left(name):\n    return STOCK[name]\n',
  "tests/test_prices.py": `from shop import prices

${passing("prices", ["price('tea') == 3", "mean(['tea', 'cake']) == 3.5", "discount(10, 0) == 10"])}

def test_discount():
    assert prices.discount(5, 50) == 2


def test_mean():
    assert prices.mean([]) == 0
`,
  "tests/test_orders.py": `from shop import orders

CUSTOMERS = [{"name": "ada", "address": " 1 Main St "}]


${passing("orders", ["total([]) == 0", "total(['tea', 'tea']) == 6", "address(CUSTOMERS, 'ada') == '1 Main St'", "receipt(['tea']) == [('tea', 3)]"])}

def test_receipt():
    assert orders.receipt(["tea", "milk"])


def test_address():
    assert orders.address([{"name": "bob", "address": None}], "bob") == ""
`,
  "tests/test_sale.py": "from shop import stock\n\n\ndef test_sale():\n    stock.STOCK.clear()\n",
  "tests/test_stock.py": 'from shop import stock\n\n\ndef test_untouched():\n    assert stock.left("tea") == 7\n',
  "nasty.py": `import os
import subprocess
import time

from shop.prices import price


def test_daemon():
    subprocess.Popen(["sleep", "3000"], start_new_session=True)
    price("milk")


def test_exit():
    os._exit(3)


def test_hang():
    while True:
        time.sleep(1)


def test_descriptors():
    os.closerange(0, 1024)
    price("milk")
`,
};
