import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimCheckout } from "../../src/cli/claim-checkout.ts";

const place = () => ({ repo: "/shop", state: join(mkdtempSync(join(tmpdir(), "claim-checkout-")), "shop-1") });

test("a checkout has one agent at a time", async () => {
  const engine = place();
  const giveUp = await claimCheckout(engine);
  await expect(claimCheckout(engine)).rejects.toMatchObject({
    code: "bad-request",
    message: `process ${process.pid} is another agent at work on /shop`,
    hint: expect.stringContaining(`remove ${join(engine.state, "agent")}`),
  });
  await giveUp();
  await (await claimCheckout(engine))();
});

test("one that was killed holds nobody up", async () => {
  const engine = place();
  mkdirSync(engine.state);
  // No process has this id: it is above what Linux gives out.
  writeFileSync(join(engine.state, "agent"), "4194305");
  await (await claimCheckout(engine))();
});

test("where nothing can be remembered work goes on", async () => {
  await (await claimCheckout({ repo: "/shop", state: "/proc/nowhere/shop-1" }))();
});
