import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { describe, it } from "vitest";
import type { TestPython } from "../support/pythons.ts";

const runner = join(dirname(fileURLToPath(import.meta.url)), "run_corpus.py");
const headline = /(\d+) of (\d+) exact, (\d+) wrong; honesty (\d+)/;

const patience = 900_000;

/** The Pythons on which `npm test` runs the corpus, the oldest and the newest: `npm run test:e2e` has the others. */
export function ends(pythons: readonly TestPython[]): TestPython[] {
  return pythons.filter((_, index) => index === 0 || index === pythons.length - 1);
}

/** Runs the corpus on one Python; that same interpreter runs the runner. */
async function runCorpus(
  python: string,
  ...options: string[]
): Promise<{ exitCode: number | undefined; text: string }> {
  const { exitCode, stdout, stderr } = await execa(python, ["-B", runner, "--python", python, ...options], {
    reject: false,
    stdin: "ignore",
  });
  return { exitCode, text: `${stdout}\n${stderr}`.trim() };
}

/** Declares the tests of the marks themselves: they need no probe. */
export function checksMarks(pythons: readonly TestPython[]): void {
  describe.concurrent.each([...pythons])("the marks of the origin corpus on Python $version", ({ python }) => {
    it("name the line where each program crashes and a line that ran", { timeout: patience }, async ({ expect }) => {
      const { exitCode, text } = await runCorpus(python, "--check");
      expect(exitCode, text).toBe(0);
    });
  });
}

/** Declares the tests of the corpus on some Pythons; each is one process that keeps one core busy: two at a time. */
export function explainsCorpus(pythons: readonly TestPython[]): void {
  describe.concurrent.each([...pythons])("the origin corpus on Python $version", ({ python }) => {
    it("is explained: at least 95 % exact, and no wrong origin reported as found", { timeout: patience }, async ({
      expect,
    }) => {
      const { exitCode, text } = await runCorpus(python);
      console.log(text);
      const [exact, known, wrong, honesty] = (headline.exec(text) ?? []).slice(1).map(Number);
      expect(known, text).toBeGreaterThanOrEqual(150);
      expect(honesty, text).toBeGreaterThanOrEqual(20);
      expect(wrong, text).toBe(0);
      expect(exact, text).toBeGreaterThanOrEqual(0.95 * Number(known));
      expect(exitCode, text).toBe(0);
    });
  });
}
