import { resolve } from "node:path";
import { cac } from "cac";
import { execa } from "execa";
import { describe, expect, test } from "vitest";
import { checkCommand, readWords } from "../../src/cli/command-line.ts";

/** Reads a command line as `cli.ts` does; gives the words that the command would get. */
function read(...words: string[]) {
  const cli = cac("faultline");
  cli.help();
  cli
    .command("bench")
    .option("--seed <number>", "")
    .option("--dry-run", "")
    .action(() => undefined);
  cli.command("shrink <run>").action(() => undefined);
  cli.parse(readWords(["node", "faultline", ...words]), { run: false });
  return { isCommand: checkCommand(cli), args: cli.args, options: cli.options };
}

describe("a command line", () => {
  test.each([
    [["bnch"], "unknown command bnch; did you mean bench?", "see faultline --help"],
    [["fly"], "unknown command fly", "see faultline --help"],
    [["--sed", "3"], "unknown option --sed", "see faultline --help"],
    [["bench", "--sed", "3"], "unknown option --sed; did you mean --seed?", "see faultline bench --help"],
    [["bench", "--dryrun"], "unknown option --dryrun; did you mean --dry-run?", "see faultline bench --help"],
    [["bench", "--queue-url", "3"], "unknown option --queue-url", "see faultline bench --help"],
    [["bench", "-x"], "unknown option -x", "see faultline bench --help"],
    [["bench", "--seed"], "--seed <number> wants a value", "see faultline bench --help"],
    [["bench", "timeout"], "bench has no use for the word timeout", "see faultline bench --help"],
    [["shrink"], "shrink wants a <run>", "see faultline shrink --help"],
    [["bench", "--seed", ""], "--seed wants a value, and an empty one is none", undefined],
    [["bench", "--seed="], "--seed wants a value, and an empty one is none", undefined],
  ])("%j is refused with the nearest word that there is", (words, message, hint) => {
    expect(() => read(...words)).toThrow(expect.objectContaining({ message, hint }));
  });

  test("is taken as it is where all of its words are known", () => {
    expect(read("bench", "--seed", "-1", "--dry-run")).toMatchObject({
      isCommand: true,
      options: { seed: -1, dryRun: true },
    });
    expect(read("shrink", "runs/one")).toMatchObject({ isCommand: true, args: ["runs/one"] });
    expect(read()).toMatchObject({ isCommand: false });
  });

  test("words behind -- are somebody else's", () => {
    expect(read("bench", "--", "--sed", "").isCommand).toBe(true);
  });
});

test("an output that cannot be written is told of", async () => {
  const words = ['exec "$0" "$@" > /dev/full', process.execPath, resolve("dist/cli.js"), "profiles", "list"];
  const { exitCode, stderr } = await execa("sh", ["-c", ...words], { reject: false });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^faultline: standard output cannot be written: ENOSPC[^\n]*$/);
});
