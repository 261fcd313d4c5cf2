import { statSync } from "node:fs";
import { FaultlineError } from "../kernel/errors.ts";
import { type Command, textOf } from "./shell.ts";

export const doctor: Command = (cli, shell) => {
  cli
    .command("doctor", "Say whether everything that the hooks need is there, and how to mend what is not")
    .option("--repo <dir>", "Folder of the project", { default: "." })
    .option("--json", "Print JSON")
    .example("  faultline doctor --repo .")
    .action(async (options: { repo: unknown; json?: boolean }) => {
      const { doctor, formatDoctor } = await import("../install/doctor.ts");
      const { repoSize } = await import("../hook/repo-size.ts");
      const { repoRoot } = await import("../kernel/repo.ts");
      const { repoState } = await import("../kernel/state.ts");
      const repo = textOf(options.repo, "--repo");
      if (!statSync(repo, { throwIfNoEntry: false })?.isDirectory()) {
        throw new FaultlineError("not-found", `${repo}: no such folder`);
      }
      const root = repoRoot(repo);
      const report = await doctor({
        repo,
        packageRoot: shell.packageRoot,
        env: shell.env,
        repoSize: () => repoSize(root, repoState(root), shell.env, Date.now()),
      });
      shell.print(options.json ? JSON.stringify(report, null, 2) : formatDoctor(report));
      return report.ok ? 0 : 1;
    });
};
