// A server on standard input and output that does as the arguments of each call say.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [log] = process.argv.slice(2);

let isDying = false;

createInterface({ input: process.stdin }).on("line", (line) => {
  if (line.trim() === "" || isDying) return;
  if (log) appendFileSync(log, `${line}\n`);
  const { id, method, params = {} } = JSON.parse(line);
  if (id === undefined || method === undefined) return;
  const { length, die } = params.arguments ?? {};
  const text = length === undefined ? `answer to ${id}` : "é".repeat(length / 2);
  const reply = `${JSON.stringify({ result: { content: [{ type: "text", text }] }, jsonrpc: "2.0", id })}\n`;
  isDying = die !== undefined;
  if (isDying) process.stdout.write(reply.slice(0, 20), () => process.kill(process.pid, die));
  else process.stdout.write(reply);
});
