import { expect, test } from "vitest";
import { fartherOrigins } from "../../src/debugging/farther-origin.ts";
import type { Origin } from "../../src/probe/record.ts";

function origin(status: Origin["status"], length: number): Origin {
  const steps = Array.from({ length }, (_, at) => ({ kind: "crash", path: "/a.py", line: at + 1, function: "f" }));
  return { type: "origin", nodeId: "t", phase: "call", status, bad: "none", steps: steps as Origin["steps"] };
}

const best = (thorough: Origin, light: Origin) => fartherOrigins(new Map([["t", thorough]]), new Map([["t", light]]));

test("a thorough run that got less far than the light one before it does not stand for it", () => {
  const [stopped, far] = [origin("partial", 1), origin("partial", 4)];
  expect(best(stopped, far).get("t")).toBe(far);
  expect(best(origin("none", 0), far).get("t")).toBe(far);
});

test("an origin that was found counts more than a longer way that was not", () => {
  const found = origin("found", 3);
  expect(best(origin("partial", 5), found).get("t")).toBe(found);
  expect(best(origin("none", 0), found).get("t")).toBe(found);
  expect(best(found, origin("found", 5)).get("t")).toBe(found);
});

test("otherwise the thorough run counts, which saw more", () => {
  const [found, far, same] = [origin("found", 3), origin("partial", 4), origin("partial", 4)];
  expect(best(found, far).get("t")).toBe(found);
  expect(best(same, far).get("t")).toBe(same);
  expect(best(origin("partial", 5), far).get("t")?.steps).toHaveLength(5);
});

test("a failure that the thorough run did not show has no origin of the light one", () => {
  expect(fartherOrigins(new Map(), new Map([["t", origin("partial", 4)]])).size).toBe(0);
});
