import fc from "fast-check";
import { expect, test } from "vitest";
import { measure } from "../../eval/proxy/blocks.ts";
import { cutLines } from "../../eval/proxy/lines.ts";

test("lines are whole again, however their bytes came in chunks", () => {
  const line = fc.uint8Array({ maxLength: 40 }).map((bytes) => bytes.map((byte) => (byte === 10 ? 11 : byte)));
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (lines, sizes) => {
      const bytes = Buffer.concat(lines.flatMap((each) => [each, Buffer.from("\n")]));
      const cut: string[] = [];
      const take = cutLines((each) => void cut.push(each.toString("hex")));
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = sizes[turn % sizes.length] ?? 1;
        take(bytes.subarray(at, at + size));
        at += size;
      }
      expect(cut).toEqual(lines.map((each) => Buffer.from(each).toString("hex")));
    }),
  );
});

test("as many calls are made as a block has, and never more at once than are to be in flight", async () => {
  let [made, now, most] = [0, 0, 0];
  const connection = {
    async call() {
      made++;
      most = Math.max(most, ++now);
      await Promise.resolve();
      now--;
    },
    close: async () => undefined,
  };
  const measured = await measure(2, { bytes: 1, inFlight: 4, calls: 10, warm: 7 }, connection, connection);
  // Two rounds, the one that does not count, and what warms up, on both sides.
  expect(made).toBe(2 * (3 * 10 + 7));
  expect(most).toBe(4);
  expect(measured).toMatchObject({ bytes: 1, inFlight: 4, calls: 10 });
});
