import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimFile } from "../../src/kernel/claim.ts";

const place = () => mkdtempSync(join(tmpdir(), "claim-"));

test("who comes second is told who has it, until it is given up", async () => {
  const folder = place();
  const first = await claimFile(join(folder, "work"));
  expect(await claimFile(join(folder, "work"))).toEqual({ holder: process.pid });
  if (!("giveUp" in first)) throw new Error("nobody had it");
  await first.giveUp();
  expect(readdirSync(folder)).toEqual([]);
  expect(await claimFile(join(folder, "work"))).toHaveProperty("giveUp");
});

test.each([
  ["a process that is gone", "4194305"],
  ["nobody", ""],
])("the claim of %s holds nobody up", async (_, held) => {
  const folder = place();
  // No process has the id: it is above what Linux gives out.
  writeFileSync(join(folder, "work"), held);
  expect(await claimFile(join(folder, "work"))).toHaveProperty("giveUp");
  expect(readdirSync(folder)).toEqual(["work"]);
});

test("where no file can be made it is told", async () => {
  await expect(claimFile(join(place(), "none", "work"))).rejects.toMatchObject({ code: "ENOENT" });
});
