import type { CAC } from "cac";
import { didYouMean } from "../faults/nearest.ts";
import { FaultlineError } from "../kernel/errors.ts";

/**
 * The words of a command line as its reader takes them: a negative number behind an option is its value, which the
 * option itself can refuse, and no option.
 *
 * @throws FaultlineError `bad-request` for an option with an empty value, which would be read as 0
 */
export function readWords(words: readonly string[]): string[] {
  const read: string[] = [];
  const end = words.indexOf("--");
  for (const word of end === -1 ? words : words.slice(0, end)) {
    const last = read.at(-1);
    const option = last !== undefined && /^--[a-z-]+$/.test(last) ? last : undefined;
    const empty = word === "" ? option : /^(--[a-z-]+)=$/.exec(word)?.[1];
    if (empty !== undefined)
      throw new FaultlineError("bad-request", `${empty} wants a value, and an empty one is none`);
    if (option !== undefined && /^-\d/.test(word)) read[read.length - 1] = `${option}=${word}`;
    else read.push(word);
  }
  // Behind that stands somebody else's command.
  return end === -1 ? read : [...read, ...words.slice(end)];
}

/**
 * Holds what was read against the command that it is for.
 *
 * @returns false where there is no command, nor any other word
 * @throws FaultlineError `bad-request` for words that it does not know, with the nearest ones that it does
 */
export function checkCommand(cli: CAC): boolean {
  const command = cli.matchedCommand;
  const known = [...(command?.options ?? []), ...cli.globalCommand.options];
  const see = { hint: command ? `see faultline ${command.name} --help` : "see faultline --help" };
  const names = known.flatMap((option) => option.names);
  const unknown = Object.keys(cli.options).find((name) => name !== "--" && !names.includes(name));
  if (!command && cli.args[0] !== undefined) {
    const commands = cli.commands.map(({ name }) => name);
    throw new FaultlineError("bad-request", `unknown command ${cli.args[0]}${didYouMean(cli.args[0], commands)}`, see);
  }
  if (unknown !== undefined) {
    const meant = unknown.length === 1 ? "" : didYouMean(shown(unknown), names.map(shown));
    throw new FaultlineError("bad-request", `unknown option ${shown(unknown)}${meant}`, see);
  }
  if (!command) return false;
  const bare = known.find(({ required, name }) => required && cli.options[name] === true);
  if (bare) throw new FaultlineError("bad-request", `${bare.rawName} wants a value`, see);
  const wanted = command.args.filter(({ required }) => required);
  const missing = wanted[cli.args.length];
  if (missing) throw new FaultlineError("bad-request", `${command.name} wants a <${missing.value}>`, see);
  const unused = command.args.some(({ variadic }) => variadic) ? undefined : cli.args[command.args.length];
  if (unused === undefined) return true;
  throw new FaultlineError("bad-request", `${command.name} has no use for the word ${unused}`, see);
}

/** As it is written on the command line. */
function shown(name: string): string {
  if (name.length === 1) return `-${name}`;
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
