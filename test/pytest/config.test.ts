import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCollectionConfig } from "../../src/pytest/config.ts";
import { fnmatchPattern } from "../../src/pytest/fnmatch.ts";

describe("where pytest looks for tests", () => {
  test("is read from an ini file, on one line or on several", () => {
    const text =
      "[other]\ntestpaths = no\n[pytest]\ntestpaths =\n    tests/unit\n    # not this\n    'with blank'\n\npython_files = check_*.py test_*.py ; both\naddopts = -q\n";
    expect(readCollectionConfig("pytest.ini", text)).toEqual({
      testpaths: ["tests/unit", "with blank"],
      pythonFiles: ["check_*.py", "test_*.py"],
    });
  });

  test("is read from the section that setup.cfg and tox.ini have for it", () => {
    expect(readCollectionConfig("setup.cfg", "[tool:pytest]\ntestpaths: a b\n")).toEqual({ testpaths: ["a", "b"] });
    expect(readCollectionConfig("setup.cfg", "[pytest]\ntestpaths = a\n")).toBeUndefined();
    expect(readCollectionConfig("tox.ini", "[tox]\nenvlist = py\n[pytest]\nnorecursedirs = x .*\n")).toEqual({
      norecursedirs: ["x", ".*"],
    });
  });

  test("is read from pyproject.toml: strings, lists, comments and quotes", () => {
    const text = `[tool.black]
line-length = 88
[tool.pytest.ini_options] # ours
testpaths = [
  "tests", # the unit tests
  'integration "x"',
]
"python_files" = "test_*.py  *_spec.py"
norecursedirs = ["a\\\\b"]
[[tool.other]]
testpaths = ["no"]
`;
    expect(readCollectionConfig("pyproject.toml", text)).toEqual({
      testpaths: ["tests", 'integration "x"'],
      pythonFiles: ["test_*.py", "*_spec.py"],
      norecursedirs: ["a\\b"],
    });
  });

  test("is not told by a file without a section of pytest's, but pytest.ini counts even when empty", () => {
    expect(readCollectionConfig("pyproject.toml", '[project]\nname = "x"\n')).toBeUndefined();
    expect(readCollectionConfig("pytest.ini", "")).toEqual({});
  });

  test("is never an exception", () => {
    const pieces = fc.constantFrom(
      "[tool.pytest.ini_options]",
      "[pytest]",
      "testpaths",
      "=",
      "[",
      "]",
      '"',
      "'",
      '"""',
      "\n",
      " ",
      "#",
      "\\",
      "a",
    );
    fc.assert(
      fc.property(
        fc.array(pieces).map((parts) => parts.join("")),
        (text) => {
          for (const name of ["pyproject.toml", "tox.ini", "pytest.ini"]) {
            for (const list of Object.values(readCollectionConfig(name, text) ?? {})) {
              expect(list.every((word: unknown) => typeof word === "string")).toBe(true);
            }
          }
        },
      ),
    );
  });
});

test("a pattern of fnmatch crosses folders, knows sets, and takes every other letter as it is", () => {
  const match = (pattern: string, text: string) => fnmatchPattern(pattern).test(text);
  expect(match("test_*.py", "test_a/b.py")).toBe(true);
  expect(match("test_*.py", "test_xpy")).toBe(false);
  expect(match("[!ab]?.[pt]y", "cx.py")).toBe(true);
  expect(match("[!ab]?.py", "ax.py")).toBe(false);
  expect(match("[z-a]", "b")).toBe(false);
  fc.assert(fc.property(fc.string(), (text) => match(text.replace(/[*?[]/g, "x"), text.replace(/[*?[]/g, "x"))));
});
