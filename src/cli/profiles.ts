import { FaultlineError } from "../kernel/errors.ts";
import type { Command, Shell } from "./shell.ts";

interface Options {
  json?: boolean;
}

export const profiles: Command = (cli, shell) => {
  cli
    .command("profiles <action> [...names]", "Fault profiles: validate FILES…, list the built-in ones, show NAME")
    .option("--json", "Mistakes, or the list, as JSON")
    .example("  faultline profiles validate faults/*.toml")
    .example("  faultline profiles list")
    .example("  faultline profiles show timeout > mine.toml")
    .action(async (action: unknown, names: readonly unknown[], { json = false }: Options) => {
      const words = names.map(String);
      switch (action) {
        case "validate":
          return await validate(words, json, shell);
        case "list":
          return await list(words, json, shell);
        case "show":
          return await show(words, shell);
        default:
          throw new FaultlineError("bad-request", `profiles cannot ${String(action)}: validate, list or show`);
      }
    });
};

/** Exit status 1 where any of the files has a mistake. */
async function validate(files: readonly string[], json: boolean, shell: Shell): Promise<number> {
  if (files.length === 0) throw new FaultlineError("bad-request", "profiles validate wants one file or more");
  const { profileText, shownMistake } = await import("./load-profile.ts");
  const { parseProfile } = await import("../faults/profile.ts");
  const reads = files.map((name) => {
    const { text, file } = profileText(name, shell.packageRoot);
    return { file, read: parseProfile(text, file) };
  });
  const mistakes = reads.flatMap(({ read }) => ("mistakes" in read ? read.mistakes : []));
  if (json) shell.print(JSON.stringify(mistakes, null, 2));
  else {
    for (const { file, read } of reads) {
      if ("mistakes" in read) for (const mistake of read.mistakes) shell.print(shownMistake(mistake));
      else shell.print(`${file}: ok, ${read.profile.rules.length} rule${read.profile.rules.length === 1 ? "" : "s"}`);
    }
  }
  return mistakes.length > 0 ? 1 : 0;
}

async function list(words: readonly string[], json: boolean, shell: Shell): Promise<void> {
  if (words.length > 0) throw new FaultlineError("bad-request", "profiles list takes no name");
  const { BUILT_IN_PROFILES } = await import("../faults/builtin.ts");
  const { loadProfile } = await import("./load-profile.ts");
  const all = BUILT_IN_PROFILES.map((name) => loadProfile(name, shell.packageRoot));
  const table = all.map(({ name, description, rules }) => ({
    name,
    description,
    rules: rules.map((rule) => rule.name),
  }));
  if (json) shell.print(JSON.stringify(table, null, 2));
  else for (const { name, description } of table) shell.print(`${name.padEnd(14)}${description}`);
}

async function show(words: readonly string[], shell: Shell): Promise<void> {
  const [name, ...others] = words;
  if (name === undefined || others.length > 0) throw new FaultlineError("bad-request", "profiles show wants one name");
  const { profileText } = await import("./load-profile.ts");
  shell.print(profileText(name, shell.packageRoot).text.trimEnd());
}
