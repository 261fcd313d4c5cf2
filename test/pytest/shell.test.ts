import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCommands } from "../../src/pytest/shell.ts";
import { quoteWord, tokenize } from "../../src/pytest/shell-words.ts";

/** The arguments that a real shell makes of a line. */
function shellArguments(line: string): string[] {
  const run = spawnSync("sh", ["-c", `printf '%s\\0' ${line}`], { encoding: "utf8" });
  return run.stdout.split("\0").slice(0, -1);
}

const anyWord = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom("'", '"', "\\", "$", "`", " ", "\n", "!", "*", "[", "]", "a", "ü", "日", ";", "&", "#", "~", "-"),
    )
    .map((parts) => parts.join("")),
);
const words = fc.array(
  anyWord.map((word) => word.replaceAll("\0", "")),
  { minLength: 1, maxLength: 8 },
);

describe("quoteWord", () => {
  it("gives a real shell back each word", () => {
    fc.assert(
      fc.property(words, (list) => {
        expect(shellArguments(list.map(quoteWord).join(" "))).toEqual(list);
      }),
      { numRuns: 150 },
    );
  });

  it("is undone by tokenize", () => {
    fc.assert(
      fc.property(words, (list) => {
        const [command] = readCommands(`x ${list.map(quoteWord).join(" ")}`);
        expect(command?.words.slice(1).map((word) => word.text)).toEqual(list);
      }),
    );
  });

  it("leaves plain words bare", () => {
    expect(["tests/a.py::test_x", "-k", "a=b", "x,y@z%1+2"].map(quoteWord)).toEqual([
      "tests/a.py::test_x",
      "-k",
      "a=b",
      "x,y@z%1+2",
    ]);
    expect(quoteWord("")).toBe("''");
  });
});

describe("tokenize", () => {
  it("reads quotes and escapes as a real shell does", () => {
    const piece = fc.constantFrom(
      "a",
      "b c",
      "'q q'",
      '"d \\" d"',
      '"\\\\"',
      "\\ ",
      "\\'",
      "'\"'",
      '"\'"',
      " ",
      "\t",
      "''",
      '""',
      "\\\n",
      "-k",
      "x=1",
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const line = `w${pieces.join("")}`;
        const read = readCommands(`printf ${line}`)[0]?.words.slice(1);
        expect(read?.map((word) => word.text)).toEqual(shellArguments(line));
      }),
      { numRuns: 200 },
    );
  });

  it("gives up on what never closes and stands still on nothing", () => {
    for (const line of ["'a", '"a', "`a", "$(a", "a $'b"]) expect(tokenize(line)).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (line) => {
        tokenize(line);
        readCommands(line);
      }),
    );
  });

  it("takes no time to speak of on a huge line", () => {
    for (const unit of [
      "a ",
      "'a'",
      "$(",
      "(",
      "<",
      "<<a\n",
      "\\",
      "a;",
      '"$a"',
      "bash -c 'a' ",
      "docker exec a ",
      "cd a && ",
    ]) {
      readCommands(unit.repeat(20_000));
    }
  });
});
