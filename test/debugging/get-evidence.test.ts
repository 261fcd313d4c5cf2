import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../src/debugging/engine.ts";
import { getEvidence } from "../../src/debugging/get-evidence.ts";
import type { EvidencePage } from "../../src/debugging/reports.ts";
import { fingerprint } from "../../src/evidence/fingerprint.ts";
import { putEvidence } from "../../src/evidence/store.ts";
import { loadTokenCounter } from "../../src/kernel/tokens.ts";
import { engineFor } from "./support.ts";

let engine: Engine;

beforeAll(async () => {
  const repo = await realpath(await mkdtemp(join(tmpdir(), "fl-evidence-")));
  engine = engineFor(repo);
  await mkdir(join(repo, "shop"));
  await writeFile(join(repo, "shop", "cart.py"), "total = 1\n");
});

afterAll(() => rm(engine.repo, { recursive: true, force: true }));

async function put(body: unknown): Promise<string> {
  const print = await fingerprint({ ...engine, files: ["shop/cart.py"] });
  return putEvidence(engine.state, { kind: "investigation: suspects", key: "t.py::t", body, fingerprint: print });
}

async function pages(handle: string, budgetTokens: number): Promise<EvidencePage[]> {
  const all: EvidencePage[] = [];
  for (let from: number | undefined = 0; from !== undefined; from = all.at(-1)?.next) {
    all.push(await getEvidence(engine, { handle, from }, { deadline: 5000, budgetTokens }));
  }
  return all;
}

describe("get_evidence", () => {
  test("gives small evidence on one page, which is fresh", async () => {
    const body = [{ path: "shop/cart.py", line: 1 }];
    const handle = await put(body);
    const [page, ...more] = await pages(handle, 400);
    expect(more).toEqual([]);
    expect(page).toMatchObject({ handle, kind: "investigation: suspects", stale: [], omitted: [] });
    expect(page?.next).toBeUndefined();
    expect(JSON.parse(page?.text ?? "")).toEqual(body);
  });

  test("says what has changed since", async () => {
    const handle = await put("before the edit");
    await writeFile(join(engine.repo, "shop", "cart.py"), "total = 2\n");
    const edited = await pages(handle, 400);
    expect(edited[0]?.stale).toEqual(["shop/cart.py changed"]);
    await rm(join(engine.repo, "shop", "cart.py"));
    const removed = await pages(handle, 400);
    expect(removed[0]?.stale).toEqual(["shop/cart.py is gone"]);
  });

  test("gives pages within the budget that together are the whole JSON text", async () => {
    const count = await loadTokenCounter();
    const body = fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("🙂".repeat(700), "a".repeat(3000))));
    await fc.assert(
      fc.asyncProperty(body, fc.integer({ min: 200, max: 900 }), async (value, budget) => {
        const given = await pages(await put(value), budget);
        expect(given.map(({ text }) => text).join("")).toBe(JSON.stringify(value));
        for (const page of given) {
          expect(count(JSON.stringify(page))).toBeLessThanOrEqual(page.tokens.used);
          expect(page.tokens.used).toBeLessThanOrEqual(budget);
          expect(page.text).not.toMatch(/^\p{Surrogate}|\p{Surrogate}$/u);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("ends a page between two items, of a list by itself or within what was kept", async () => {
    const item = (line: number) => ({ path: "shop/cart.py", line, source: 'a = "x, y" + "\\\\"', why: ["1, 2", "3"] });
    const items = Array.from({ length: 90 }, (_, at) => item(at));
    for (const body of [items, { status: "failed", suspects: items, steps: ["ran, alone"] }]) {
      const given = await pages(await put(body), 500);
      expect(given.length).toBeGreaterThan(4);
      expect(JSON.parse(given.map(({ text }) => text).join(""))).toEqual(body);
      for (const { text } of given.slice(1, -1)) {
        const whole = JSON.parse(`[${text.replace(/,$/, "")}]`);
        expect(whole).toEqual(items.slice(whole[0].line, whole[0].line + whole.length));
        expect(whole.length).toBeGreaterThan(3);
      }
    }
  });

  test("says that nothing is kept at all, where that is so", async () => {
    const asked = { ...engine, state: "/etc/hostname/state" };
    const error = await getEvidence(asked, { handle: "ev_1f2e3d4c5b6a" }, { deadline: 5000, budgetTokens: 400 }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "not-found", hint: "nothing is kept in /etc/hostname/state/evidence" });
  });

  test.each([
    ["../../etc/passwd", undefined, "not a handle"],
    ["ev_1f2e3d4c5b6a", undefined, "no evidence ev_1f2e3d4c5b6a"],
    [undefined, 10_000, "begins at 10000"],
    [undefined, -1, "begins at -1"],
    [undefined, 0.5, "begins at 0.5"],
  ])("refuses handle %s at %s: %s", async (handle, from = 0, message) => {
    const request = { handle: handle ?? (await put("short")), from };
    await expect(getEvidence(engine, request, { deadline: 5000, budgetTokens: 400 })).rejects.toThrow(message);
  });
});
