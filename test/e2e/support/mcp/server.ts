import { join } from "node:path";
import { execa } from "execa";
import { emptyHome, usualPath } from "../client.ts";
import { root } from "../tools.ts";
import type { Reach } from "./peer.ts";

const cli = join(root, "dist/cli.js");
const TOKEN = "e2e-token-of-this-run-alone";

/** The words that serve a project, with its `.venv`, on standard input and output. */
export async function stdioReach(project: string, home?: string): Promise<Extract<Reach, { stdio: unknown }>> {
  const python = join(project, ".venv/bin/python");
  return {
    stdio: [process.execPath, cli, "serve", "--repo", project, "--python", python],
    env: { HOME: home ?? (await emptyHome()), PATH: usualPath().join(":") },
  };
}

export interface HttpServer {
  reach: { url: string; token: string };
  pid: number;
  /** Asks it to end, and gives its exit status. */
  stop(signal?: NodeJS.Signals): Promise<number | undefined>;
}

/** Serves a project, with its `.venv`, over HTTP on a free port. */
export async function startHttpServer(project: string): Promise<HttpServer> {
  const { stdio, env } = await stdioReach(project);
  const [program, ...args] = [...stdio, "--http", "127.0.0.1:0"];
  const child = execa(program, args, { env: { ...env, FAULTLINE_TOKEN: TOKEN }, extendEnv: false, reject: false });
  const url = await new Promise<string>((resolve, reject) => {
    let told = "";
    child.stderr.on("data", (chunk) => {
      told += String(chunk);
      if (told.includes(TOKEN)) reject(new Error("the server printed the token that it was given"));
      const found = /http:\/\/\S+\/mcp(?=;)/.exec(told)?.[0];
      if (found) resolve(found);
    });
    child.on("exit", () => reject(new Error(`the server ended: ${told}`)));
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return (await child).exitCode;
  };
  return { reach: { url, token: TOKEN }, pid: child.pid ?? 0, stop };
}
