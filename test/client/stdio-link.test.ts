import { expect, test } from "vitest";
import { connect } from "../../src/client/client.ts";
import { stdioDial } from "../../src/client/stdio-link.ts";
import { realClock } from "../../src/kernel/clock.ts";

/** A server that answers all in pieces, after a line of noise, and ends when it is told to. */
const SERVER = `
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (params?.name === "crash") process.exit(3);
  const result =
    method === "tools/list" ? { tools: ["grüße", "crash"].map((name) => ({ name, inputSchema: {} })) }
    : { structuredContent: { pid: process.pid, text: "grüße" } };
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\r\\n");
  const middle = bytes.indexOf(0xbc);
  process.stdout.write(bytes.subarray(0, middle));
  setTimeout(() => process.stdout.write(bytes.subarray(middle)), 5);
});
`;

const options = { timeoutMs: 10_000, call: 1, attempt: 1, write: false };

test("whole messages are made of what comes in pieces, and a server that ended is started anew", async () => {
  const dial = stdioDial([process.execPath, "-e", SERVER], process.cwd(), process.env);
  const client = await connect(dial, realClock, () => undefined);
  try {
    expect(client.tools.map(({ name }) => name)).toEqual(["grüße", "crash"]);
    const first = await client.attempt("grüße", {}, options);
    expect(first).toMatchObject({ text: "grüße" });
    await expect(client.attempt("crash", {}, options)).rejects.toThrow("the server ended (exit status 3)");
    expect((await client.attempt("grüße", {}, options))["pid"]).not.toBe(first["pid"]);
  } finally {
    await client.close();
  }
});

test("a program that cannot be started is the user's to mend", async () => {
  const dial = stdioDial(["/no/such/program"], process.cwd(), process.env);
  await expect(connect(dial, realClock, () => undefined)).rejects.toMatchObject({ code: "bad-request" });
});
