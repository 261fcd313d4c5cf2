import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { changed, type RawHeaders } from "./http-headers.ts";

/** Milliseconds; shorter than servers wait, so that a connection is not closed by them while a request is on its way. */
const IDLE = 2000;

/** The server that is relayed to. */
export class Upstream {
  readonly #url: URL;
  readonly #agent: HttpAgent;
  readonly #request: typeof httpRequest;
  readonly #tell: (line: string) => void;
  readonly #told = new Set<string>();

  /** @param tell hears of each kind of trouble with it once, in one line */
  constructor(url: URL, tell: (line: string) => void) {
    this.#url = url;
    this.#tell = tell;
    const secure = url.protocol === "https:";
    this.#request = secure ? httpsRequest : httpRequest;
    this.#agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, timeout: IDLE });
  }

  /** Begins a request to it; the body and its end are the caller's to write. */
  request(method: string, path: string, headers: RawHeaders): ClientRequest {
    return this.#request({
      protocol: this.#url.protocol,
      hostname: this.#url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: this.#url.port,
      agent: this.#agent,
      method,
      path,
      headers: changed(headers, "host", () => this.#url.host),
    });
  }

  /** It could not be reached, or broke a connection off. */
  failed({ code, message }: NodeJS.ErrnoException): void {
    const kind = code ?? message;
    if (this.#told.has(kind)) return;
    this.#told.add(kind);
    this.#tell(`no answer from ${this.#url}: ${message}`);
  }

  /** Whether a path is that of its MCP endpoint; others are no business of a fault. */
  isEndpoint(path: string): boolean {
    return bare(path) === bare(this.#url.pathname);
  }

  /** An address of its own that it tells (a redirect) with the name by which the client knows it. */
  asSeenBy(client: string | undefined, location: string): string {
    const { origin } = this.#url;
    const own = client !== undefined && URL.canParse(location) && new URL(location).origin === origin;
    return own ? `http://${client}${location.slice(origin.length)}` : location;
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** A path as servers take it: many send clients on from the one that ends with a slash to the other, or back. */
function bare(path: string): string {
  return (path.split("?", 1)[0] ?? "").replace(/\/+$/, "");
}
