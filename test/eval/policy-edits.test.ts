import fc from "fast-check";
import { expect, test } from "vitest";
import { editsBetween } from "../../eval/policy/edits.ts";

/** As the client's Edit tool: the old text has to occur once. */
function apply(text: string, edits: ReturnType<typeof editsBetween>): string {
  return edits.reduce((now, edit) => {
    expect(now.split(edit.old)).toHaveLength(2);
    expect(edit.new).not.toBe(edit.old);
    return now.replace(edit.old, () => edit.new);
  }, text);
}

const numbered = Array.from({ length: 20 }, (_, n) => `line ${n + 1}`);
const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;
const changed = (at: number, ...lines: string[]) => numbered.toSpliced(at - 1, 1, ...lines);

test("a changed line is one edit of that line alone", () => {
  expect(editsBetween("a.py", text(numbered), text(changed(7, "new")))).toEqual([
    { path: "a.py", first: 7, last: 7, old: "line 7", new: "new" },
  ]);
});

test("a line that is there twice is taken with as many around it as make it the only one", () => {
  const before = text(["def a():", "    return 1", "", "def b():", "    return 1"]);
  const after = text(["def a():", "    return 1", "", "def b():", "    return 2"]);
  const edits = editsBetween("a.py", before, after);
  expect(edits.map(({ old }) => old)).toEqual(["def b():\n    return 1\n"]);
  expect(apply(before, edits)).toBe(after);
});

test("changes far apart are edits of their own, the last one first; near ones are one", () => {
  const after = text(changed(18, "eighteen").with(2, "three").with(4, "five"));
  const edits = editsBetween("a.py", text(numbered), after);
  expect(edits.map(({ first, last }) => [first, last])).toEqual([
    [18, 18],
    [3, 5],
  ]);
  expect(apply(text(numbered), edits)).toBe(after);
});

test("an addition is put behind a line, and the same text is no edit", () => {
  const after = text(changed(7, "line 7", "more"));
  expect(apply(text(numbered), editsBetween("a.py", text(numbered), after))).toBe(after);
  expect(editsBetween("a.py", text(numbered), text(numbered))).toEqual([]);
});

test("any text is made of any other", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "    return x", "", "def f(x):", "$&"), { maxLength: 30 });
  fc.assert(
    fc.property(lines, lines, (one, other) => {
      const [before, after] = [`start\n${text(one)}`, `start\n${text(other)}`];
      expect(apply(before, editsBetween("a.py", before, after))).toBe(after);
    }),
    { numRuns: 300 },
  );
});
