import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseRun } from "../../src/pytest/run.ts";
import { briefRun, CAPTURED, captured, read } from "./brief.ts";
import { EXPECTED } from "./expected.ts";

const LABELS = readdirSync(CAPTURED);
const OLDEST = "py38-pytest6.2";
const NEWEST = "py313-pytest9.2";
const MIDDLE = "py311-pytest8.3";

/** Captured cases of which the same has to be read, whatever the style. */
const SAME: Record<string, string[]> = {
  groups: ["groups", "groups-short", "groups-native"],
  chains: ["chains", "chains-short", "chains-native"],
  subdir: ["subdir"],
  "subdir-deep": ["subdir-deep"],
  asserts: ["asserts", "asserts-short"],
  syntax: ["syntax", "syntax-short", "syntax-native"],
  imports: ["imports", "imports-native"],
  "imports-full": ["imports-full"],
  "imports-stops": ["imports-stops"],
  confbroken: ["confbroken"],
  internal: ["internal"],
  "odd-frames": ["odd-frames"],
  "odd-frames-short": ["odd-frames-short"],
  cython: ["cython"],
  markers: ["markers", "markers-short", "markers-native"],
  xdist: ["xdist", "xdist-v"],
  crash: ["crash"],
  "crash-quiet": ["crash-quiet"],
  "crash-xdist": ["crash-xdist"],
  "subtests-plugin": ["subtests-plugin", "subtests-plugin-v"],
  "subtests-unittest": ["subtests-unittest"],
  ids: ["ids", "ids-v"],
  "ids-raw": ["ids-raw", "ids-raw-v"],
  printed: ["printed", "printed-s", "printed-all"],
  unit: ["unit"],
  "unit-module": ["unit-module"],
  "unit-cleanup": ["unit-cleanup"],
  teardown: ["teardown"],
  doctests: ["doctests"],
  spaces: ["spaces", "spaces-native"],
  locals: ["locals"],
  "long-ids": ["long-ids"],
  remote: ["remote"],
  stops: ["stops"],
  unittest: ["unittest", "unittest-v"],
  "unittest-b": ["unittest-b"],
  "unittest-discover": ["unittest-discover"],
  "unittest-cleanup": ["unittest-cleanup"],
  "unittest-nested": ["unittest-nested"],
  script: ["script"],
};

/** Where versions really print something else: cases, labels, what stands in the expectation, what they print. */
const VARIANTS: [RegExp, RegExp, string | RegExp, string][] = [
  // The line of a `with` statement whose exit raises.
  [/^chains/, /py3[89]-/, "test_chains.py:5 test_exit", "test_chains.py:6 test_exit"],
  [/^chains-/, /./, "951 ?", "951 <module>"],
  [/^chains$/, /py3[89]-/, "901 <module>", "901 ?"],
  [/^asserts/, /py3[89]-/, "test_asserts.py:57", "test_asserts.py:58"],
  [/^asserts/, /py3[89]-/, "Failed: plain words", ": plain words"],
  [/^asserts/, /pytest9/, "<class 'KeyError'>", "KeyError"],
  [/^groups(?:-short)?$/, /pytest9/, /^ {6}test_groups.py:15 hidden\n/gm, ""],
  // pytest 7.0 does not draw groups in its own styles.
  [/^groups(?:-short)?$/, /pytest7\.0/, /^ {2}leaf: .*\n(?: {6}.*\n)*/gm, ""],
  [/^odd-frames$/, /py31[23]/, "    test_exec.py:14 ?\n", ""],
  [/^odd-frames-short$/, /py31[23]/, "    test_exec.py:14 <listcomp>\n", ""],
  [/^syntax/, /py3[89]-/, "'(' was never closed", "invalid syntax"],
  [/^syntax/, /py3[89]-/, "bad_module.py:2", "bad_module.py:3"],
  [/^syntax/, /py3[89]-/, /(test_eval\n {2}SyntaxError: )invalid syntax/, "$1unexpected EOF while parsing"],
  // Without pytest-subtests a failed subtest is a failure of its test.
  [/^(?:subtests-unittest|unit)$/, /pytest7\.4|pytest8\.4/, / \(i=1\)/, ""],
  [/^subtests-unittest$/, /pytest7\.4|pytest8\.4/, / \[part\]$/m, ""],
  [/^subtests-unittest$/, /pytest7\.4|pytest8\.4/, /test_unit_subs.py::T::test_subs \[part\] \(i=2\)\n[\s\S]*/, ""],
  // Several errors of one teardown make a group since pytest 7.4.
  [
    /^teardown$/,
    /py3[89]-/,
    /ExceptionGroup.*\n {2}leaf.*\n.*\n.*\n {2}leaf: (.*)\n {6}(.*)\n {6}(.*)\n/,
    "$1\n    $2\n    $3\n",
  ],
];

function expected(key: string, name: string, label: string): string {
  let text = EXPECTED[key]?.slice(1) ?? "";
  for (const [cases, labels, from, to] of VARIANTS) {
    if (cases.test(name) && labels.test(label)) text = text.replace(from, to);
  }
  return text;
}

function shown(label: string, name: string): string {
  return briefRun(read(label, name))
    .map(([head, ...rest]) => [head, ...rest.map((line) => `  ${line}`)].join("\n"))
    .map((failure) => `${failure}\n`)
    .join("");
}

describe.each(Object.entries(SAME))("%s", (key, names) => {
  const cases = LABELS.flatMap((label) => {
    const kept = readdirSync(join(CAPTURED, label));
    return names.filter((name) => kept.includes(`${name}.txt`)).map((name) => ({ label, name }));
  });

  it.each(cases)("$name of $label", ({ label, name }) => {
    expect(shown(label, name)).toBe(expected(key, name, label));
    expect(read(label, name).evident).toBe(true);
  });
});

describe("one failing project under every style and verbosity", () => {
  const styles = ["auto", "long", "short", "native", "line", "no"];
  const levels = ["plain", "q", "qq", "v", "vv", "ra"];
  const reference = Object.fromEntries(read(MIDDLE, "matrix-auto-plain").failures.map((one) => [one.nodeId, one]));
  const cases = LABELS.flatMap((label) => {
    const kept = readdirSync(join(CAPTURED, label));
    const names = styles.flatMap((style) =>
      levels.map((level) => ({ label, style, name: `matrix-${style}-${level}` })),
    );
    return names.filter(({ name }) => kept.includes(`${name}.txt`));
  });

  it("is captured for each style and verbosity of the oldest and the newest version", () => {
    for (const label of [OLDEST, MIDDLE, NEWEST]) expect(cases.filter((one) => one.label === label)).toHaveLength(36);
  });

  it.each(cases)("$name of $label: same ids, types and crash frames", ({ label, style, name }) => {
    const run = read(label, name);
    expect(run.failures.map((one) => one.nodeId).sort()).toEqual(Object.keys(reference).sort());
    expect(run.failedNodeIds.toSorted()).toEqual(Object.keys(reference).sort());
    expect(run.incomplete).toBe(style === "line" || style === "no");
    for (const one of run.failures) {
      const same = reference[one.nodeId];
      const cutByPytest = style === "no" && one.exception.type === "";
      if (!cutByPytest) expect(one.exception.type).toBe(same?.exception.type);
      if (style === "no") continue;
      expect(one.exception.message.split("\n")[0]).toBe(same?.exception.message.split("\n")[0]);
      expect(one.phase).toBe(same?.phase);
      if (style === "line") continue;
      expect(one.chain.map((link) => link.exception.type)).toEqual(same?.chain.map((link) => link.exception.type));
      const own = (frames = same?.frames ?? []) => frames.filter(({ path }) => !path.startsWith("/opt/python"));
      expect(own(one.frames).at(-1)?.line).toBe(own().at(-1)?.line);
      expect(own(one.frames).at(-1)?.function).toBe(own().at(-1)?.function);
      expect(own(one.frames).map((frame) => frame.line)).toEqual(own().map((frame) => frame.line));
    }
  });

  it.each(LABELS)("the one-line style of %s gives the crash frame", (label) => {
    const run = read(label, "matrix-line-plain");
    const load = run.failures.find((one) => one.nodeId === "tests/test_cart.py::test_load");
    expect(load?.frames).toEqual([{ path: "/home/dev/matrix/shop/cart.py", line: 20 }]);
  });

  it.each(
    [OLDEST, MIDDLE, NEWEST].flatMap((label) =>
      ["colour", "colour-short", "wide"].map((name) => [name, label] as const),
    ),
  )("%s of %s reads as without", (name, label) => {
    expect(briefRun(read(label, name))).toEqual(briefRun(read(label, "matrix-auto-plain")));
  });
});

describe("a failure without a line number", () => {
  it.each(LABELS)("keeps its name and its message (%s)", (label) => {
    const stored = read(label, "doctests").failures.find((one) => one.nodeId.endsWith("stored"));
    expect(stored).toMatchObject({ nodeId: "generated.py::generated.__test__.stored", frames: [], incomplete: true });
    expect(stored?.exception).toEqual({ type: "DocTestFailure", message: "Expected:\n    2\nGot:\n    1" });
  });

  it("does not shift the names of the others in the one-line style", () => {
    const run = read(NEWEST, "doctests-line");
    expect(run.failures.map((one) => [one.nodeId, one.frames[0]?.line])).toEqual([
      ["generated.py::generated.Lazy", 15],
      ["generated.py::generated.__test__.stored", undefined],
      ["pkg/maths.py::pkg.maths.Box.size", 22],
      ["pkg/maths.py::pkg.maths.boom", 12],
      ["pkg/maths.py::pkg.maths.double", 4],
    ]);
  });
});

describe("source text of a frame", () => {
  it.each(LABELS)("is the whole statement, without markers and without the decorator that follows (%s)", (label) => {
    const code = (name: string, test: string) =>
      read(label, name)
        .failures.find((one) => one.nodeId.endsWith(test))
        ?.frames.at(-1)?.code;
    expect(code("asserts", "::test_decorator")).toBe("assert same(1) == 2");
    expect(code("asserts", "::test_over_lines")).toBe(
      'assert (\n    same(values["b"])\n    == [\n        1,\n        3,\n    ]\n), "not the same"',
    );
    expect(code("markers", "::test_marks")).toBe('return data["a"]["b"]["c"] + (data["x"] / 0)');
    expect(code("markers-short", "::test_marks")).toBe('return data["a"]["b"]["c"] + (data["x"] / 0)');
    expect(code("markers-native", "::test_marks")).toBe('return data["a"]["b"]["c"] + (data["x"] / 0)');
  });

  it("is absent where there is none", () => {
    const frames = read(NEWEST, "cython").failures[0]?.frames ?? [];
    expect(frames.map((frame) => frame.code)).toEqual(["fastmod.outer({})", undefined, undefined]);
  });
});

describe("what comes with a failure", () => {
  it("is the captured output", () => {
    const sections = read(MIDDLE, "locals").failures[0]?.sections;
    expect(sections).toEqual([{ name: "Captured log call", text: "WARNING  app:test_locals.py:11 about to fail" }]);
    expect(read(MIDDLE, "unittest-b").failures[1]?.sections).toEqual([
      { name: "Captured stdout call", text: "some output" },
    ]);
  });

  it("is every line of the message", () => {
    const message = (name: string, at: number) => read(MIDDLE, name).failures[at]?.exception.message;
    expect(message("asserts", 0)).toContain("not the same\nassert [1, 2] == [1, 3]");
    expect(message("unittest", 1)).toBe("wrapped\nin two lines");
    expect(message("remote", 0)).toMatch(
      /^worker said:\nTraceback \(most recent call last\):\n {2}File .*\nKeyError: 'k'$/s,
    );
    expect(message("remote", 1)).toBe("pkg/x.py:3: in f\n    code()\nE   ValueError: no");
    expect(message("doctests", 0)).toBe("Expected:\n    'other'\nGot:\n    'computed'");
  });
});

describe("counts of the result line", () => {
  it.each([OLDEST, MIDDLE, NEWEST])("%s", (label) => {
    const none = { failed: 0, errors: 0, passed: 0, skipped: 0, deselected: 0, xfailed: 0, xpassed: 0 };
    expect(read(label, "matrix-auto-q").summary).toEqual({ ...none, failed: 4, errors: 2, passed: 2 });
    expect(read(label, "passing").summary).toEqual({ ...none, passed: 1, skipped: 1, xfailed: 1 });
    expect(read(label, "nothing").summary).toEqual({ ...none, deselected: 3 });
    expect(read(label, "unittest-passes").summary).toEqual({ ...none, passed: 1 });
    expect(read(label, "unittest-b").summary).toEqual({
      ...none,
      failed: 2,
      errors: 2,
      passed: 1,
      skipped: 1,
      xfailed: 1,
    });
  });

  it("of two runs are added up", () => {
    const both = captured(MIDDLE, "subdir") + captured(MIDDLE, "matrix-auto-q");
    expect(parseRun(both).summary).toMatchObject({ failed: 5, errors: 2, passed: 2 });
    expect(parseRun(both).failures).toHaveLength(7);
  });
});

describe("a run without failures is never evident", () => {
  const names = [
    "passing",
    "passing-q",
    "passing-all",
    "passing-xfail-tb",
    "printed-passes",
    "printed-passes-all",
    "nothing",
    "unittest-passes",
  ];
  it.each([OLDEST, MIDDLE, NEWEST].flatMap((label) => names.map((name) => [name, label] as const)))(
    "%s of %s",
    (name, label) => {
      const text = captured(label, name);
      for (const cut of [text, text.slice(text.length / 2), text.split("\n").slice(-20).join("\n")]) {
        const run = parseRun(cut);
        expect(run.evident).toBe(false);
        expect(run.failures).toEqual([]);
        expect(run.failedNodeIds).toEqual([]);
      }
    },
  );

  it("nor is a call that pytest refused", () => {
    for (const label of [OLDEST, MIDDLE, NEWEST]) {
      expect(read(label, "usage").evident).toBe(false);
      expect(read(label, "not-found").evident).toBe(false);
    }
  });
});

describe("the line in front", () => {
  it("gives the exit code", () => {
    expect(parseRun(`Exit code 1\n${captured(MIDDLE, "subdir")}`)).toEqual({ ...read(MIDDLE, "subdir"), exitCode: 1 });
    expect(parseRun("Exit code 127\nsh: pytest: not found")).toMatchObject({ exitCode: 127, evident: false });
  });
});
