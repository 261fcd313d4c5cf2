import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Turns } from "../../src/mcp/turns.ts";

const never = new AbortController().signal;

describe("turns", () => {
  test("at most so many run at once, in order of arrival, whoever leaves the queue", async () => {
    const caller = fc.record({ leaves: fc.boolean(), steps: fc.nat(4) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(caller, { maxLength: 12 }), async (limit, callers) => {
        const turns = new Turns(limit);
        const begun: number[] = [];
        let running = 0;
        let most = 0;
        const all = callers.map(async ({ leaves, steps }, index) => {
          const controller = new AbortController();
          const turn = turns.begin(controller.signal);
          if (leaves) controller.abort();
          if (!(await turn)) return;
          begun.push(index);
          running += 1;
          most = Math.max(most, running);
          for (let step = 0; step < steps; step += 1) await undefined;
          running -= 1;
          turns.end();
        });
        await Promise.all(all);
        expect(most).toBeLessThanOrEqual(limit);
        expect(begun).toEqual(begun.toSorted((a, b) => a - b));
        // Who did not leave has had a turn; who left after getting one keeps it.
        expect(begun).toEqual(expect.arrayContaining(callers.flatMap(({ leaves }, index) => (leaves ? [] : [index]))));
        expect(turns.ahead).toBe(0);
      }),
    );
  });

  test("somebody who has gone already gets none", async () => {
    const turns = new Turns(1);
    expect(await turns.begin(AbortSignal.abort())).toBe(false);
    expect(await turns.begin(never)).toBe(true);
  });

  test("tells how many are ahead", async () => {
    const turns = new Turns(2);
    expect(turns.ahead).toBe(0);
    await turns.begin(never);
    expect(turns.ahead).toBe(0);
    await turns.begin(never);
    expect(turns.ahead).toBe(1);
    const third = turns.begin(never);
    expect(turns.ahead).toBe(2);
    turns.end();
    expect(await third).toBe(true);
    expect(turns.ahead).toBe(1);
  });
});
