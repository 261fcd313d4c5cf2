import { expect, test } from "vitest";
import { stopSignal } from "../../src/cli/stop-signal.ts";

const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const statuses = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };
const listeners = () => names.map((name) => process.listenerCount(name));

test.each(names)("%s stops the work, and leaves a second signal of any name to end the process", (name) => {
  const before = listeners();
  const { signal, exitStatus } = stopSignal();
  expect(listeners()).toEqual(before.map((count) => count + 1));
  expect(signal.aborted).toBe(false);
  process.emit(name, name);
  expect(signal.aborted).toBe(true);
  expect(exitStatus()).toBe(statuses[name]);
  expect(listeners()).toEqual(before);
});
