// A server for many requests at once: answers out of order, with progress, and asks the client in between. It logs what it gets.
import { openSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

const log = openSync(process.argv[2], "a");
const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
let asked = 0;

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === undefined) return writeSync(log, `reply ${id}\n`);
  if (method === "notifications/cancelled") return writeSync(log, `cancel ${params.requestId}\n`);
  writeSync(log, `call ${id}\n`);
  if (id % 7 === 0)
    send({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: id, progress: 1 } });
  if (id % 50 === 0) {
    asked += 1;
    send({
      jsonrpc: "2.0",
      id: `ask-${asked}`,
      method: "sampling/createMessage",
      params: { messages: [], maxTokens: 1 },
    });
  }
  const result = { content: [{ type: "text", text: `answer to ${id}` }], structuredContent: { value: id } };
  const reply = id % 2 === 0 ? { result, jsonrpc: "2.0", id } : { jsonrpc: "2.0", id, result };
  if (id % 3 === 0) setImmediate(send, reply);
  else send(reply);
});
