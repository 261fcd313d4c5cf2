import type { HttpOptions, ServeOptions } from "../mcp/serve.ts";
import { checkRepo, makeEngine } from "./engine.ts";
import { type Command, type Shell, textOf } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

interface Options {
  repo: unknown;
  python?: unknown;
  http?: unknown;
}

export const serve: Command = (cli, shell) => {
  cli
    .command("serve", "Serve the debugging tools to MCP clients, on standard input and output or over HTTP")
    .option("--repo <dir>", "Folder of the project", { default: "." })
    .option("--python <path>", "The project's interpreter; otherwise it is found")
    .option("--http [address]", "Streamable HTTP on HOST:PORT of this machine, with a bearer token ($FAULTLINE_TOKEN)")
    .example("  faultline serve --repo .")
    .example("  faultline serve --repo . --python .venv/bin/python --http 127.0.0.1:7337")
    .action(async (options: Options) => {
      const { serveHttp, serveStdio } = await import("../mcp/serve.ts");
      const common = await serving(options, shell);
      if (options.http === undefined) await serveStdio(common);
      else await serveHttp({ ...common, ...(await overHttp(options.http, shell)) });
    });
};

/**
 * An interpreter that is named is looked at now, so that a mistake shows at once; one that is not is looked for when it
 * is first needed, since a client waits for the server to start.
 */
async function serving(options: Options, shell: Shell): Promise<ServeOptions> {
  const repo = textOf(options.repo, "--repo");
  const python = options.python === undefined ? undefined : textOf(options.python, "--python");
  // The tests have no use for the token.
  const { FAULTLINE_TOKEN: _, ...env } = shell.env;
  checkRepo(repo);
  const make = () => makeEngine(shell, repo, python, env);
  let made = python === undefined ? undefined : Promise.resolve(await make());
  return {
    version: shell.version,
    stop: stopSignal().signal,
    engine: () => {
      made ??= make();
      made.catch(() => {
        made = undefined;
      });
      return made;
    },
  };
}

async function overHttp(
  address: unknown,
  shell: Shell,
): Promise<Pick<HttpOptions, "address" | "token" | "onListening">> {
  const { parseAddress } = await import("../kernel/address.ts");
  const { chosenToken, newToken } = await import("../mcp/token.ts");
  const given = shell.env["FAULTLINE_TOKEN"];
  const token = given ? chosenToken(given) : newToken();
  return {
    address: parseAddress(address === true ? "" : textOf(address, "--http")),
    token,
    onListening: (url) => {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
      const shown = given ? "${FAULTLINE_TOKEN}" : token;
      const server = { type: "http", url, headers: { Authorization: `Bearer ${shown}` } };
      shell.progress(`faultline: serving MCP at ${url}; clients such as Claude Code take this as their configuration:`);
      shell.progress(JSON.stringify({ mcpServers: { faultline: server } }, null, 2));
    },
  };
}
