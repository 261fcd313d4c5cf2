import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUILT_IN_PROFILES } from "../faults/builtin.ts";
import { didYouMean } from "../faults/nearest.ts";
import { parseProfile } from "../faults/profile.ts";
import type { Mistake, Profile } from "../faults/rule.ts";
import { describeError, FaultlineError } from "../kernel/errors.ts";
import { isMissing } from "../kernel/files.ts";

/** Whether a word names a profile that comes with Faultline. */
function isBuiltIn(name: string): boolean {
  return (BUILT_IN_PROFILES as readonly string[]).includes(name);
}

/**
 * The profile of that name, or in that file.
 *
 * @throws FaultlineError `bad-request` where there is none, or it has a mistake
 */
export function loadProfile(nameOrPath: string, packageRoot: string): Profile {
  const { text, file } = profileText(nameOrPath, packageRoot);
  const read = parseProfile(text, file);
  if ("profile" in read) return read.profile;
  const [first, ...others] = read.mistakes;
  const more = others.length > 0 ? `, and ${others.length} more` : "";
  const line = first === undefined ? `${file}: no profile` : shownMistake(first);
  throw new FaultlineError("bad-request", `${line}${more}`, { hint: `see faultline profiles validate ${file}` });
}

/**
 * The text of a profile, and how to call its file.
 *
 * @throws FaultlineError `bad-request` where there is none
 */
export function profileText(nameOrPath: string, packageRoot: string): { text: string; file: string } {
  const file = isBuiltIn(nameOrPath) ? join(packageRoot, "templates", "profiles", `${nameOrPath}.toml`) : nameOrPath;
  const text = textOf(file);
  if (text !== undefined) return { text, file };
  const meant = didYouMean(nameOrPath, BUILT_IN_PROFILES);
  throw new FaultlineError(
    "bad-request",
    `no profile ${nameOrPath}: no such file, and none is built in by that name${meant}`,
    {
      hint: "see faultline profiles list",
    },
  );
}

function textOf(file: string): string | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw new FaultlineError("bad-request", `${file} cannot be read: ${describeError(error)}`, { cause: error });
  }
  if (isUtf8(bytes) && !bytes.includes(0)) return bytes.toString("utf8");
  throw new FaultlineError("bad-request", `${file}: no text in UTF-8`);
}

/** One line: where, which field, what. */
export function shownMistake({ file, line, field, message }: Mistake): string {
  return [`${file}:${line}`, field, message].filter((part) => part !== "").join(": ");
}
