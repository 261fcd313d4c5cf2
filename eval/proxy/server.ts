import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod/mini";
import { cutLines } from "./lines.ts";

/**
 * A server whose one tool answers with as much text as it is asked for and does next to nothing besides, so that what
 * the proxy adds is not hidden behind it. Usage: proxy-server.js stdio | http
 */
const Request = z.object({
  id: z.optional(z.number()),
  method: z.string(),
  params: z.optional(z.looseObject({ arguments: z.optional(z.object({ bytes: z.number() })) })),
});

/** Text as tools give it, in JSON, by its number of bytes. */
const texts = new Map<number, string>();

function textOf(bytes: number): string {
  const known = texts.get(bytes);
  if (known !== undefined) return known;
  const made = JSON.stringify('{"site": "ams1", "status": "up"}\n'.repeat(Math.ceil(bytes / 33)).slice(0, bytes));
  texts.set(bytes, made);
  return made;
}

/** The answer as it goes over the wire; undefined where there is none to give. */
function answerTo(text: string): string | undefined {
  const { id, method, params } = Request.parse(JSON.parse(text));
  if (id === undefined) return undefined;
  const begun = `{"jsonrpc":"2.0","id":${id},"result":`;
  if (method === "tools/call") {
    return `${begun}{"content":[{"type":"text","text":${textOf(params?.arguments?.bytes ?? 0)}}]}}`;
  }
  const serverInfo = '"serverInfo":{"name":"measured","version":"1"}';
  return `${begun}{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},${serverInfo}}}`;
}

if (process.argv[2] === "http") {
  // Connections stay while a block of calls goes another way.
  const listener = createServer({ keepAliveTimeout: 600_000 }, (request, response) => {
    bodyOf(request)
      .then((body) => {
        const answer = answerTo(body);
        if (answer === undefined) response.writeHead(202).end();
        else {
          response.writeHead(200, { "content-type": "text/event-stream" }).end(`event: message\ndata: ${answer}\n\n`);
        }
      })
      .catch(() => response.destroy());
  });
  listener.listen(0, "127.0.0.1", () => {
    process.stderr.write(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp\n`);
  });
} else {
  process.stdin.on(
    "data",
    cutLines((line) => {
      const answer = answerTo(line.toString());
      if (answer !== undefined) process.stdout.write(`${answer}\n`);
    }),
  );
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
