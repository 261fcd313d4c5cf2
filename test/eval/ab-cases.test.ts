import { expect, test } from "vitest";
import { nameOf } from "../../eval/ab/case.ts";
import { bugsNamed } from "../../eval/ab/cases.ts";

test("a bug that is named twice is one case", async () => {
  const all = (await bugsNamed(["bundled"])).map(nameOf);
  expect(
    (await bugsNamed(["bundled:freight-quote", "bundled", "bundled:freight-quote"])).map(nameOf).toSorted(),
  ).toEqual(all.toSorted());
});

test("a bug that is not there is told of beside those that are", async () => {
  await expect(bugsNamed(["bundled:price-list"])).rejects.toMatchObject({
    code: "bad-request",
    message: "bundled has no bug price-list",
    hint: expect.stringContaining("freight-quote, log-report"),
  });
});

test("a manifest stands for the bugs that are measured; any other one can be named", async () => {
  const measured = await bugsNamed(["youtube-dl"]);
  expect(measured).toHaveLength(16);
  expect(measured.every(({ raises, origins }) => raises && origins.length > 0)).toBe(true);
  expect((await bugsNamed(["youtube-dl:17+38"])).map(({ raises }) => raises)).toEqual([true, false]);
});
