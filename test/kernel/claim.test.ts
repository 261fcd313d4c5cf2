import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { expect, test } from "vitest";
import { claimFile } from "../../src/kernel/claim.ts";

const place = () => mkdtempSync(join(tmpdir(), "claim-"));
/** No process has it: it is above what Linux gives out. */
const GONE = "4194305";

async function claimed(file: string) {
  const claim = await claimFile(file);
  if (!("giveUp" in claim)) throw new Error("another has it");
  return claim;
}

test("who comes second is told who has it, until it is given up", async () => {
  const folder = place();
  const first = await claimed(join(folder, "work"));
  expect(await claimFile(join(folder, "work"))).toEqual({ holder: process.pid });
  await first.giveUp();
  expect(readdirSync(folder)).toEqual([]);
  expect(await claimFile(join(folder, "work"))).toHaveProperty("giveUp");
});

test.each([
  ["a process that is gone", GONE],
  ["nobody", ""],
  ["an earlier process that had our id, as in a container that was started again", String(process.pid)],
])("the claim of %s holds nobody up", async (_, held) => {
  const folder = place();
  writeFileSync(join(folder, "work"), held);
  expect(await claimFile(join(folder, "work"))).toHaveProperty("giveUp");
  expect(readdirSync(folder)).toEqual(["work"]);
});

const STARTER = `import { claimFile } from "./claim.mjs";
process.on("message", async (file) => process.send("giveUp" in (await claimFile(file))));
`;

/** Processes that claim the file that they are told of, and say whether they have it. */
async function starters(count: number) {
  const folder = place();
  const input = join(import.meta.dirname, "../../src/kernel/claim.ts");
  await build({ input, platform: "node", output: { file: join(folder, "claim.mjs") } });
  const script = join(folder, "starter.mjs");
  writeFileSync(script, STARTER);
  const children = Array.from({ length: count }, () => fork(script));
  const claim = async (child: ChildProcess, file: string): Promise<unknown> => {
    child.send(file);
    return (await once(child, "message"))[0];
  };
  return {
    claimAll: (file: string) => Promise.all(children.map((child) => claim(child, file))),
    end: () => children.map((child) => child.kill()),
  };
}

test("of many that find the claim of a process that is gone one alone gets it", async () => {
  const { claimAll, end } = await starters(4);
  try {
    for (let round = 0; round < 30; round += 1) {
      const folder = place();
      writeFileSync(join(folder, "work"), GONE);
      // Who died while it took over has left its own claim, too.
      if (round % 2 === 1) writeFileSync(join(folder, ".work.turn"), GONE);
      const has = await claimAll(join(folder, "work"));
      expect(has.filter((each) => each === true)).toHaveLength(1);
      expect(readdirSync(folder)).toEqual(["work"]);
    }
  } finally {
    end();
  }
});

test("a claim that was taken away and made by another is not that one's to give up", async () => {
  const file = join(place(), "work");
  const first = await claimed(file);
  writeFileSync(file, GONE);
  await first.giveUp();
  expect(readFileSync(file, "utf8")).toBe(GONE);
});

test("where no file can be made it is told", async () => {
  await expect(claimFile(join(place(), "none", "work"))).rejects.toMatchObject({ code: "ENOENT" });
});
