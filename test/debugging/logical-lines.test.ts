import { readFileSync } from "node:fs";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { nearestStatement, statementStarts } from "../../src/debugging/logical-lines.ts";
import { findInterpreters } from "../support/pythons.ts";

const starts = (text: string) => statementStarts(text).slice(1);

describe("a line belongs to the statement", () => {
  test.each([
    ["a = 1\nb = 2", [1, 2]],
    ["a = [\n  1,\n\n  # one more\n  2]\nb = 2", [1, 1, 1, 1, 1, 6]],
    ["a = 1 + \\\n  2\nb", [1, 1, 3]],
    ['a = """\n# no comment\n"""\nb', [1, 1, 1, 4]],
    ["a = 'it''s # no [comment'\nb", [1, 2]],
    ["a = '\\'('\nb", [1, 2]],
    ["a = 'x\\\n(y'\nb", [1, 1, 3]],
    ["if a:  # (\n  b", [1, 2]],
    ["# only\n\na", [undefined, undefined, 3]],
    ["a\r\n\r\nb", [1, undefined, 3]],
    ["", [undefined]],
  ])("%j", (text, expected) => {
    expect(starts(text)).toEqual(expected);
  });
});

test("the nearest statement is rather the next one than the one before", () => {
  const found = statementStarts("a\n\n# about b\nb\n\n\n");
  expect([1, 2, 3, 4, 5, 6].map((line) => nearestStatement(found, line))).toEqual([1, 1, 4, 4, 4, 4]);
  expect(nearestStatement(statementStarts("# nothing\n"), 1)).toBeUndefined();
});

test("statements begin where Python's own tokenizer says, in its standard library", async () => {
  const script = `
import io, json, os, sys, tokenize
folder = os.path.dirname(os.__file__)
skip = (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING, tokenize.ENDMARKER)
found = {}
for name in sorted(os.listdir(folder))[:120]:
    if not name.endswith(".py"):
        continue
    path = os.path.join(folder, name)
    begun, lines = None, {}
    with open(path, "rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.NEWLINE:
                if begun is not None:
                    lines[begun] = token.start[0]
                begun = None
            elif token.type not in skip and begun is None:
                begun = token.start[0]
    found[path] = lines
print(json.dumps(found))
`;
  const interpreter = (await findInterpreters()).at(-1);
  const { stdout } = await execa(interpreter?.path ?? "python3", ["-I", "-c", script]);
  const files = Object.entries(JSON.parse(stdout) as Record<string, Record<string, number>>);
  expect(files.length).toBeGreaterThan(50);
  for (const [path, lines] of files) {
    const expected = new Map<number, number>();
    for (const [first, last] of Object.entries(lines))
      for (let line = Number(first); line <= last; line += 1) expected.set(line, Number(first));
    const found = statementStarts(readFileSync(path, "utf8")).flatMap((start, line) => (start ? [[line, start]] : []));
    expect(found, path).toEqual([...expected]);
  }
});
