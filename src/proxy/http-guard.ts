import type { IncomingMessage } from "node:http";

const ours = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * Whether a request may go on: one that a page of a browser sent from elsewhere, or under another name of this machine
 * (DNS rebinding), may not. Names that carry a port are taken with any.
 *
 * @param host the address that is listened on, such as 127.0.0.2 or ::1
 */
export function fromThisMachine({ headers }: IncomingMessage, host: string): boolean {
  const names = new Set([...ours, host.includes(":") ? `[${host}]` : host]);
  return names.has(nameIn(`http://${headers.host}`)) && (!headers.origin || names.has(nameIn(headers.origin)));
}

function nameIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}
