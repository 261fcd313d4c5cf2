import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openGateway } from "../../eval/ab/gateway.ts";
import { mustListen } from "../../eval/ab/reachable.ts";

/** An address at which something listened until just now. */
async function served(act: (url: string) => Promise<void>): Promise<string> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await act(url).finally(() => new Promise((resolve) => server.close(resolve)));
  return url;
}

test("a model's server that is not there is told of before anything is made ready", async () => {
  const url = await served(mustListen);
  await expect(mustListen(url)).rejects.toMatchObject({
    code: "bad-request",
    message: expect.stringMatching(`^no model can be asked at ${url}: .*ECONNREFUSED`),
    hint: "start its server, or give --model-url",
  });
});

test("a session hears why its model could not be asked, as servers of models tell of errors", async () => {
  const url = await served(async () => undefined);
  const gateway = await openGateway({ url });
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/v1/messages`, { method: "POST", body: "{}" });
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ error: { message: expect.stringMatching(`^${url}: .*ECONNREFUSED`) } });
  expect(gateway.asked()).toBe(1);
  await gateway.close();
});
