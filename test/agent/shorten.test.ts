import { expect, test } from "vitest";
import type { Message } from "../../src/agent/provider.ts";
import { shorten } from "../../src/agent/shorten.ts";

const result = (n: number, text: string): Message => ({
  role: "tool",
  callId: `c${n}`,
  name: "read_file",
  text,
  isError: false,
});
const lengths = (messages: Message[]) => messages.map((message) => ("text" in message ? message.text.length : 0));

test("the oldest results go first, about half of all, and the latest stay", () => {
  const messages: Message[] = [
    { role: "user", text: "u".repeat(5000) },
    ...[1, 2, 3, 4, 5].map((n) => result(n, "x".repeat(1000))),
  ];
  const before = lengths(messages).reduce((sum, length) => sum + length);
  const gone = shorten(messages);
  const after = lengths(messages);
  expect(before - after.reduce((sum, length) => sum + length)).toBe(gone);
  expect(after.slice(4)).toEqual([1000, 1000]);
  expect(after[0]).toBe(5000);
  expect(messages[1]).toMatchObject({
    callId: "c1",
    text: expect.stringMatching(/^x+\n… shortened: call read_file again/),
  });
});

test("again and again it comes to an end: nothing is left to cut", () => {
  const messages = [1, 2, 3].map((n) => result(n, "x".repeat(4000)));
  const rounds: number[] = [];
  for (let gone = shorten(messages); gone > 0; gone = shorten(messages)) rounds.push(gone);
  expect(rounds.length).toBeGreaterThan(0);
  expect(rounds.length).toBeLessThan(5);
  expect(Math.max(...lengths(messages))).toBeLessThan(300);
});
