import { FaultlineError } from "./errors.ts";

export interface Address {
  /** An IP address of this machine alone. */
  host: string;
  /** 0: any that is free. */
  port: number;
}

const usual: Address = { host: "127.0.0.1", port: 7337 };

/**
 * Reads HOST:PORT, HOST or PORT; an empty text gives 127.0.0.1 and the usual port.
 *
 * @throws FaultlineError `bad-request` for what is no address, or one that other machines could reach
 */
export function parseAddress(text: string, usualPort: number = usual.port): Address {
  const parts = /^(\[.+\]|[^:]*?):?(\d{1,5})?$/.exec(/^\d+$/.test(text) ? `:${text}` : text);
  const port = Number(parts?.[2] ?? usualPort);
  if (!parts || port > 65_535) {
    throw new FaultlineError("bad-request", `--http ${text}: not HOST:PORT`, {
      hint: `such as 127.0.0.1:${usualPort}`,
    });
  }
  return { host: loopback(parts[1] || usual.host, text), port };
}

/** `localhost` is given a number: a name may lead anywhere. */
function loopback(host: string, text: string): string {
  const bare = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  if (bare === "localhost") return usual.host;
  if (bare === "::1" || /^127(?:\.\d{1,3}){3}$/.test(bare)) return bare;
  throw new FaultlineError("bad-request", `--http ${text}: only addresses of this machine are served`, {
    hint: "127.0.0.1, localhost or [::1]",
  });
}
