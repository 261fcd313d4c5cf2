import { connect } from "node:net";
import { describeError, FaultlineError } from "../../src/kernel/errors.ts";

/** Milliseconds that a server may take to take a connection. */
const PATIENCE = 10_000;

/**
 * Looks whether something listens where a model should be, so that a run does not make everything ready for nothing.
 *
 * @param url such as "http://127.0.0.1:8080"
 * @throws FaultlineError `bad-request` where nothing does
 */
export async function mustListen(url: string): Promise<void> {
  const { protocol, hostname, port } = new URL(url);
  const usual = protocol === "https:" ? 443 : 80;
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port === "" ? usual : Number(port), hostname.replaceAll(/[[\]]/g, ""), () => {
      socket.destroy();
      resolve();
    });
    socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`no connection in ${PATIENCE / 1000} s`)));
    socket.on("error", (cause) => {
      const message = `no model can be asked at ${url}: ${describeError(cause)}`;
      reject(new FaultlineError("bad-request", message, { hint: "start its server, or give --model-url", cause }));
    });
  });
}
