import { describe, it } from "vitest";
import { findPythons } from "../support/pythons.ts";
import { explainsCorpus, isQuick, patience, runCorpus } from "./explain-corpus.ts";

const pythons = await findPythons();
const ends = pythons.filter((_, index) => index === 0 || index === pythons.length - 1);
const quick = pythons.filter(isQuick);

describe.concurrent.each(ends)("the marks of the origin corpus on Python $version", ({ python }) => {
  it("name the line where each program crashes and a line that ran", { timeout: patience }, async ({ expect }) => {
    const { exitCode, text } = await runCorpus(python, "--check");
    expect(exitCode, text).toBe(0);
  });
});

explainsCorpus(quick.length > 0 ? quick : ends);
