import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { execa, type Options } from "execa";
import { afterEach, beforeEach } from "vitest";

/** The built command line. */
export const cli = resolve("dist/cli.js");
/** The words of a server that does as each call says; it logs what it gets in the file behind. */
export const server = [process.execPath, fileURLToPath(new URL("server.mjs", import.meta.url))] as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "faultline-proxy-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A place in the folder of the test. */
export const place = (name: string) => join(folder, name);

/** Writes a profile with these rules in TOML; gives its path. */
export async function profile(rules = "", name = "p.toml"): Promise<string> {
  await writeFile(place(name), `name = "p"\nseed = 1\n${rules}`);
  return place(name);
}

export interface ProxyRequest {
  /** Options of `faultline proxy`; no faults where there are none. */
  options?: readonly string[];
  /** The server's command. */
  command?: readonly string[];
  execa?: Options;
}

/** Starts the proxy. */
export function startProxy(request: ProxyRequest = {}) {
  const options = request.options ?? ["--config", "control"];
  return execa(process.execPath, [cli, "proxy", ...options, "--", ...(request.command ?? server)], {
    reject: false,
    stripFinalNewline: false,
    ...request.execa,
  });
}

/** What there is in a file, once a test is true of it. */
export async function waitFor(name: string, isSo: (text: string) => boolean = (text) => text !== ""): Promise<string> {
  for (;;) {
    const text = await readFile(place(name), "utf8").catch(() => "");
    if (isSo(text)) return text;
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** Resolves once no process of this id is left (a zombie counts as gone); else the test ends by its timeout. */
export async function gone(pid: number): Promise<void> {
  for (;;) {
    const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (state === "" || / Z /.test(state)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Whether a process is still there. */
export async function isThere(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return state !== "" && !/ Z /.test(state);
}
