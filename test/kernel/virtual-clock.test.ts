import fc from "fast-check";
import { expect, test } from "vitest";
import { createVirtualClock, type VirtualClock } from "../../src/kernel/virtual-clock.ts";

const pause = (clock: VirtualClock, ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve));

test("an hour passes at once", async () => {
  const clock = createVirtualClock();
  await pause(clock, 3_600_000);
  expect(clock.now()).toBe(3_600_000);
});

test("timers act in the order of their time, and of their making where that is the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(20), { minLength: 1, maxLength: 30 }), async (delays) => {
      const clock = createVirtualClock();
      const acted: { at: number; number: number }[] = [];
      for (const [number, ms] of delays.entries()) clock.after(ms, () => acted.push({ at: clock.now(), number }));
      await pause(clock, 21);
      const wanted = delays
        .map((at, number) => ({ at, number }))
        .toSorted((a, b) => a.at - b.at || a.number - b.number);
      expect(acted).toEqual(wanted);
    }),
  );
});

test("all that a timer causes through promises is done before the next one acts", async () => {
  const clock = createVirtualClock();
  const seen: string[] = [];
  const work = async (name: string) => {
    for (let step = 1; step <= 50; step += 1) await Promise.resolve();
    seen.push(`${name} at ${clock.now()}`);
  };
  clock.after(10, () => void work("first"));
  clock.after(10, () => void seen.push("second"));
  await pause(clock, 20);
  expect(seen).toEqual(["first at 10", "second"]);
});

test("a timer that was called off does not act, and time does not stop there", async () => {
  const clock = createVirtualClock();
  const off = clock.after(5, () => expect.unreachable());
  off();
  await pause(clock, 10);
  expect(clock.now()).toBe(10);
});

test("time stands during real work, also when it fails", async () => {
  const clock = createVirtualClock();
  const tick = pause(clock, 1);
  const seen = await clock.during(new Promise<number>((resolve) => setTimeout(() => resolve(clock.now()), 20)));
  expect(seen).toBe(0);
  await expect(clock.during(Promise.reject(new Error("no")))).rejects.toThrow("no");
  await tick;
  expect(clock.now()).toBe(1);
});

test("time stands until every hold is released, each of which counts once", async () => {
  const clock = createVirtualClock();
  const [one, other] = [clock.hold(), clock.hold()];
  let acted = false;
  const tick = pause(clock, 1).then(() => {
    acted = true;
  });
  one();
  one();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(acted).toBe(false);
  other();
  await tick;
  expect(acted).toBe(true);
});
