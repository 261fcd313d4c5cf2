import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface Relay {
  url: string;
  close(): Promise<void>;
}

/**
 * Passes requests on to a server of ours as they come, but with its token, for a client that cannot be told to send one:
 * the conformance suite. It listens on loopback, adds that one header and changes nothing else; Host and Origin pass.
 */
export async function startRelay(to: { url: string; token: string }): Promise<Relay> {
  const target = new URL(to.url);
  const server = createServer((given, answer) => {
    const { method, url: path, headers } = given;
    const passed = httpRequest(
      {
        host: target.hostname,
        port: target.port,
        method,
        path,
        headers: { ...headers, authorization: `Bearer ${to.token}` },
      },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    given.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
