import { redact } from "../kernel/redact.ts";
import { KEPT_WITH_VALUE } from "./options.ts";

/** An option of pytest with the value that it came with. */
export interface AllowedOption {
  /** As written, such as `--rootdir` or `-c`. */
  name: string;
  value: string | undefined;
}

const FLAGS = new Set(
  `--doctest-modules --doctest-continue-on-failure --doctest-ignore-import-errors --noconftest --runxfail
   --strict --strict-config --strict-markers --continue-on-collection-errors --keep-duplicates --collect-in-virtualenv
   --integration --slow --network --e2e`.split(/\s+/),
);
/** Switches of the project's own conftest, by the names that such switches mostly have. */
const PROJECT_FLAG = /^--(?:run|with|without|skip|no|enable|disable|allow|use|only)-?[a-z0-9][\w-]*$/;
/** Of pytest or of a common plugin, and not for whoever only chooses what runs. */
const NOT_A_PROJECT_FLAG = /^--(?:no-(?:cov|header|summary|showlocals|fold)|runxfail|use-pdb)/;
const WITH_VALUE_LETTERS = "kmpocW";

/**
 * Reads options that a caller wants in every run: those that decide what runs or how it is configured, no others.
 *
 * @returns the options, or one line on the first that is refused
 */
export function allowedOptions(args: readonly string[]): AllowedOption[] | { refused: string } {
  const found: AllowedOption[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    const option = split(word);
    if (option === undefined) return { refused: `${shown(word)} is no option of pytest` };
    const { name, inline } = option;
    if (FLAGS.has(name) || isProjectFlag(name)) {
      if (inline !== undefined) return { refused: `the pytest option ${name} takes no value` };
      found.push({ name, value: undefined });
      continue;
    }
    if (!takesValue(name)) return { refused: `the pytest option ${shown(name)} is not allowed here` };
    const value = inline ?? args[++at];
    if (value === undefined) return { refused: `the pytest option ${name} wants a value` };
    const wrong = wrongValue(name, value);
    if (wrong !== undefined) return { refused: wrong };
    found.push({ name, value });
  }
  return found;
}

function split(word: string): { name: string; inline: string | undefined } | undefined {
  if (/^--[a-z]/.test(word)) {
    const equals = word.indexOf("=");
    return equals < 0
      ? { name: word, inline: undefined }
      : { name: word.slice(0, equals), inline: word.slice(equals + 1) };
  }
  if (/^-[A-Za-z]/.test(word)) return { name: word.slice(0, 2), inline: word.slice(2) || undefined };
  return undefined;
}

function takesValue(name: string): boolean {
  return name.startsWith("--") ? KEPT_WITH_VALUE.has(name) : WITH_VALUE_LETTERS.includes(name.slice(1));
}

function isProjectFlag(name: string): boolean {
  return PROJECT_FLAG.test(name) && !NOT_A_PROJECT_FLAG.test(name) && !KEPT_WITH_VALUE.has(name);
}

function wrongValue(name: string, value: string): string | undefined {
  // pytest reads the arguments of a word such as @file out of that file.
  if (value.startsWith("@")) return `the value of the pytest option ${name} may not begin with an at sign`;
  if (value.includes("\0")) return `the value of the pytest option ${name} holds a null character`;
  const overrides = name === "-o" || name === "--override-ini";
  if (overrides && /^\s*addopts\s*=\s*\S/.test(value))
    return "addopts may only be emptied, not set, by a pytest option";
  return undefined;
}

function shown(word: string): string {
  return JSON.stringify(redact(word).slice(0, 80));
}
