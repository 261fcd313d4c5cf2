import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Site } from "../../src/debugging/crash-site.ts";
import { failureSource } from "../../src/debugging/failure-source.ts";
import type { Origin } from "../../src/probe/record.ts";

const folder = mkdtempSync(join(tmpdir(), "faultline-source-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, "steps.py");
const body = (lines: number) => Array.from({ length: lines }, (_, at) => `    step(${at})`);
const statement = ["    made = search(", "        r'''", "        x'''", "    )"];
/** Two functions of a hundred lines: `first` on the lines from 1 on, `second` from 101 on, with a long statement at 161. */
writeFileSync(path, ["def first():", ...body(99), "def second():", ...body(59), ...statement, ...body(36)].join("\n"));

const crashAt = (line: number, inTest = false): Site => ({ path, line, function: "first", inTest });

function origin(status: Origin["status"], line: number): Origin {
  const steps = [{ kind: "literal", path, line, function: "second", source: "" }] as Origin["steps"];
  return { type: "origin", nodeId: "t.py::t", phase: "call", status, bad: "none", steps };
}

/** The numbers of the first and the last line around the crash site, and around the origin. */
function spans(crash: Site, about: Origin | undefined): (number | undefined)[][] {
  const { crash: at, origin: made } = failureSource(crash, about);
  return [at, made].map((excerpt) => (excerpt ? [excerpt.first, excerpt.first + excerpt.lines.length - 1] : []));
}

describe("the source that is worth reading", () => {
  test("an origin that was found and its crash site need the lines near them alone", () => {
    expect(spans(crashAt(50), origin("found", 150))).toEqual([
      [47, 53],
      [147, 153],
    ]);
  });

  test("the less is known of the origin, the more of the function that crashed", () => {
    expect(spans(crashAt(50), origin("partial", 150))[0]).toEqual([42, 54]);
    expect(spans(crashAt(50), origin("none", 150))[0]).toEqual([38, 54]);
    expect(spans(crashAt(50), undefined)[0]).toEqual([38, 54]);
  });

  test("a function whose start is near is read from there where no origin is known", () => {
    expect(spans(crashAt(24), undefined)[0]).toEqual([1, 28]);
    expect(spans(crashAt(124), undefined)[0]).toEqual([101, 128]);
  });

  test("a last known place is shown with the rest of its statement, and nothing behind it", () => {
    expect(spans(crashAt(50), origin("partial", 150))[1]).toEqual([147, 150]);
    expect(spans(crashAt(50), origin("partial", 161))[1]).toEqual([158, 164]);
  });

  test("a crash in a test needs no more of it than an origin does", () => {
    expect(spans(crashAt(50, true), undefined)[0]).toEqual([47, 53]);
  });
});
