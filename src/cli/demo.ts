import type { Command } from "./shell.ts";

export const demo: Command = (cli, shell) => {
  cli
    .command("demo", "Let a test of a bundled project fail, and show what an agent sees without and with Faultline")
    .action(async () => {
      const { demo } = await import("../demo/demo.ts");
      const width = Math.min(Math.max(shell.columns ?? 160, 40), 200);
      const { packageRoot, env } = shell;
      shell.print(await demo({ packageRoot, env, width, progress: (line) => shell.progress(line) }));
    });
};
