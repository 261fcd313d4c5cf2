import { type Command, numberOf, type Shell, textOf } from "./shell.ts";
import { stopSignal } from "./stop-signal.ts";

interface Options {
  seed: unknown;
  state?: unknown;
}

export const networkServer: Command = (cli, shell) => {
  cli
    .command(
      "network-server",
      "The network-operations server of the benchmark, for MCP clients, on standard input and output",
    )
    .option("--seed <number>", "Decides the network: its sites, devices and what is wrong with them", { default: 0 })
    .option("--state <file>", "Keeps the network in this file, and goes on from it if it is there")
    .example("  faultline proxy --config mixed -- faultline network-server")
    .action((options: Options) => serve(options, shell));
};

async function serve({ seed, state }: Options, shell: Shell): Promise<void> {
  const { serveNetwork } = await import("../network/program.ts");
  await serveNetwork({
    seed: numberOf(seed, "--seed", { least: 0, most: 2 ** 31 - 1 }),
    stateFile: state === undefined ? undefined : textOf(state, "--state"),
    stop: stopSignal().signal,
    onError: (line) => shell.progress(`faultline: ${line}`),
  });
}
