import type { Engine } from "../debugging/engine.ts";
import type { Address } from "../kernel/address.ts";
import { Desk } from "./desk.ts";

export interface ServeOptions {
  version: string;
  /** What is investigated; asked for when it is first needed, and again while it fails. */
  engine: () => Promise<Engine>;
  /** Ends the server. */
  stop: AbortSignal;
}

/** Serves one MCP client on standard input and output until it leaves; then everything that it started has ended. */
export async function serveStdio({ version, engine, stop }: ServeOptions): Promise<void> {
  const { serveOnStdio } = await import("./stdio.ts");
  await serveOnStdio(new Desk(engine), version, stop);
}

export interface HttpOptions extends ServeOptions {
  address: Address;
  token: string;
  /** Told once it can be reached. */
  onListening: (url: string) => void;
}

/**
 * Serves MCP clients that show the token over Streamable HTTP until `stop` fires; then everything that they started has
 * ended.
 *
 * @throws FaultlineError `process-failed` where the address cannot be had
 */
export async function serveHttp({ version, engine, stop, address, token, onListening }: HttpOptions): Promise<void> {
  const { listen } = await import("./http.ts");
  const desk = new Desk(engine);
  const listener = await listen(desk, version, address, token);
  onListening(listener.url);
  await new Promise<void>((resolve) => {
    stop.addEventListener("abort", () => resolve(), { once: true });
    if (stop.aborted) resolve();
  });
  await desk.close();
  await listener.close();
}
