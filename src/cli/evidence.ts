import { type Command, type Shell, textOf } from "./shell.ts";

export const evidence: Command = (cli, shell) => {
  cli
    .command("evidence <handle>", "Print what an answer left out, by the handle that it gave for it, as JSON")
    .usage(
      "evidence [options] <handle>\n\n" +
        "  Prints an object: handle, kind, madeAt, stale (what has changed since, each one clause; empty while it is\n" +
        "  fresh) and body, what was kept.",
    )
    .option("--repo <dir>", "Folder of the project", { default: "." })
    .example("  faultline evidence ev_1f2e3d4c5b6a")
    .action((handle: string, options: { repo: unknown }) => print(handle, textOf(options.repo, "--repo"), shell));
};

async function print(handle: string, folder: string, shell: Shell): Promise<void> {
  const { noEvidence, readEvidence } = await import("../evidence/store.ts");
  const { fingerprint } = await import("../evidence/fingerprint.ts");
  const { staleness } = await import("../evidence/freshness.ts");
  const { realPath } = await import("../kernel/repo.ts");
  const { repoState } = await import("../kernel/state.ts");
  const repo = realPath(folder) ?? folder;
  const state = repoState(repo, shell.env);
  const stored = await readEvidence(state, handle);
  if (!stored) throw noEvidence(state, handle, `it may be too old, or of another folder than ${repo}: see --repo`);
  const { files, interpreter } = stored.fingerprint;
  const now = await fingerprint({
    repo,
    python: interpreter.path,
    env: shell.env,
    files: Object.keys(files),
    pytestArgs: [],
  });
  const { kind, madeAt, body } = stored;
  const printed = { handle, kind, madeAt, stale: staleness(stored.fingerprint, now), body };
  shell.print(JSON.stringify(printed, null, shell.columns === undefined ? undefined : 2));
}
