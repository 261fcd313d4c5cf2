import { FaultlineError } from "../kernel/errors.ts";
import { type Command, type Shell, textOf } from "./shell.ts";

export const evidence: Command = (cli, shell) => {
  cli
    .command("evidence <handle>", "Print what an answer left out, by the handle that it gave for it, as JSON")
    .option("--repo <dir>", "Folder of the project", { default: "." })
    .example("  faultline evidence ev_1f2e3d4c5b6a")
    .action((handle: string, options: { repo: unknown }) => print(handle, textOf(options.repo, "--repo"), shell));
};

async function print(handle: string, folder: string, shell: Shell): Promise<void> {
  const { readEvidence } = await import("../evidence/store.ts");
  const { fingerprint } = await import("../evidence/fingerprint.ts");
  const { staleness } = await import("../evidence/freshness.ts");
  const { realPath } = await import("../kernel/repo.ts");
  const { repoState } = await import("../kernel/state.ts");
  const repo = realPath(folder) ?? folder;
  const stored = await readEvidence(repoState(repo, shell.env), handle);
  if (!stored) {
    throw new FaultlineError("not-found", `no evidence ${handle} about ${repo}`, {
      hint: "it may be too old, or of another folder: see --repo",
    });
  }
  const { files, interpreter } = stored.fingerprint;
  const now = await fingerprint({
    repo,
    python: interpreter.path,
    env: shell.env,
    files: Object.keys(files),
    pytestArgs: [],
  });
  for (const clause of staleness(stored.fingerprint, now)) shell.progress(`faultline: since then: ${clause}`);
  shell.print(JSON.stringify(stored.body, null, shell.columns === undefined ? undefined : 2));
}
