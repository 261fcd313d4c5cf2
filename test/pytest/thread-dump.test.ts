import { expect, test } from "vitest";
import { readThreadDump } from "../../src/pytest/thread-dump.ts";

const dump = `some output
Timeout (0:00:02)!
Thread 0x00007f0750c4d100 [python] (most recent call first):
  File "/shop/net.py", line 4 in read
  File "/shop/a "b.py", line 7 in <lambda>
Thread 0x00007f8418219b80 (most recent call first):
  File "/shop/test_a.py", line 7 in test_a

Current thread 0x00007f8418219b81 (most recent call first):
  <no Python frame>
Timeout (0:00:02)!
Thread 0x00007f0750c4d100 (most recent call first):
  File "/shop/later.py", line 1 in later
`;

test("the stacks of a test that runs long are read, outermost frame first, the first dump alone", () => {
  expect(readThreadDump(dump)).toEqual([
    [
      { path: '/shop/a "b.py', line: 7, function: "<lambda>" },
      { path: "/shop/net.py", line: 4, function: "read" },
    ],
    [{ path: "/shop/test_a.py", line: 7, function: "test_a" }],
  ]);
});

test("output without a dump has no stacks", () => {
  expect(readThreadDump('  File "/shop/net.py", line 4 in read\n')).toEqual([]);
});
