import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const MODULES = 100;
const FUNCTIONS = 8;
const FILES = 500;
/** In each file; two come from one test with parameters. */
const TESTS = 4;

/** The generated suite as a whole. */
export const SUITE = { files: FILES, tests: FILES * TESTS };

/** The one test that fails. */
export const FAILING = "tests/test_250.py::test_report";

/**
 * Writes a package of a hundred modules of which ten at a time call each other, and a suite of 2,000 tests in 500 files for it, of
 * which one fails. Each test executes some hundred lines in about ten files.
 */
export async function writeSuite(folder: string): Promise<void> {
  const files = new Map<string, string>([
    ["work/__init__.py", ""],
    ["tests/__init__.py", ""],
    ["tests/conftest.py", CONFTEST],
    ["pytest.ini", "[pytest]\ntestpaths = tests\n"],
  ]);
  for (let number = 0; number < MODULES; number++) files.set(`work/m${number}.py`, module(number));
  for (let number = 0; number < FILES; number++) files.set(`tests/test_${number}.py`, testFile(number));
  for (const [name, text] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const CONFTEST = `import pytest


@pytest.fixture(scope="session")
def rates():
    return {"a": 1, "b": 2}


@pytest.fixture
def values():
    return list(range(20))
`;

function module(number: number): string {
  // Short chains: each import of another module takes ten frames.
  const next = (number + 1) % 10 !== 0 ? `from work import m${number + 1} as following\n` : "following = None\n";
  const functions = Array.from(
    { length: FUNCTIONS },
    (_, index) => `

def f${index}(values, depth=0):
    total = ${index}
    for value in values:
        if value % ${index + 2} == 0:
            total += value
        elif value > 10:
            total -= 1
        else:
            continue
    try:
        total += len(values) // depth
    except ZeroDivisionError:
        total += 1
    if depth < 4 and following is not None:
        total += following.f${(index + 1) % FUNCTIONS}(values, depth + 1)
    return total
`,
  );
  return `${next}\nSCALE = ${number}\n${functions.join("")}`;
}

function testFile(number: number): string {
  const used = (number * 7) % MODULES;
  const wrong = number === 250 ? " + 1" : "";
  return `import pytest

from work import m${used}


@pytest.mark.parametrize("first", ["a", "b"])
def test_rates(first, rates, values):
    assert rates[first] in (1, 2)
    for _ in range(20):
        assert m${used}.f0(values) == m${used}.f0(list(values))


def test_report(values):
    assert m${used}.f1(values) == m${used}.f1(values)${wrong}


class TestAll:
    def test_each(self, values):
        for name in range(${FUNCTIONS}):
            assert getattr(m${used}, "f%d" % name)(values, 2) is not None
`;
}
