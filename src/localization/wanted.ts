import { type Definition, similarity } from "./definitions.ts";

/** What failing code asked for and did not get. */
export interface Wanted {
  /** A name that is not there, or a function that does not take the arguments. */
  what: "name" | "call";
  name: string;
  /** The class that it was looked for in; undefined where that is not known, "" for a module. */
  owner: string | undefined;
  /** Dotted name of the module, where the message has it. */
  module?: string;
}

/** Names that share a word are alike from here on (as for `difflib`), others, such as misspelt ones, from there. */
const ALIKE = 0.6;
const ALMOST_SAME = 0.8;
const MOST = 3;

const NAME = String.raw`'?([A-Za-z_]\w*)'?`;
const MESSAGES: readonly { pattern: RegExp; read: (groups: readonly string[]) => Wanted }[] = [
  {
    pattern: new RegExp(`^cannot import name ${NAME} from '?([\\w.]+)'?`),
    read: ([name = "", module = ""]) => ({ what: "name", name, owner: "", module }),
  },
  {
    pattern: new RegExp(`^module '([\\w.]+)' has no attribute ${NAME}`),
    read: ([module = "", name = ""]) => ({ what: "name", name, owner: "", module }),
  },
  {
    pattern: new RegExp(`^(?:type object )?'([\\w.]+)'(?: object)? has no attribute ${NAME}`),
    read: ([owner = "", name = ""]) => ({ what: "name", name, owner: owner.split(".").at(-1) ?? owner }),
  },
  {
    pattern:
      /^([\w.<>]+)\(\) (?:got an unexpected keyword argument|takes .* positional arguments? but|missing \d+ required)/,
    read: ([callee = ""]) => {
      const [name = "", owner] = callee.split(".").toReversed();
      // A constructor is told by its own name in older versions, and by that of its class in newer ones.
      return { what: "call", name, owner: owner === "<locals>" ? undefined : owner };
    },
  },
];

/** Reads what was asked for out of an exception; undefined for one that is about something else. */
export function wantedBy({ type, message }: { type: string; message: string }): Wanted | undefined {
  if (!/(^|\.)(ImportError|AttributeError|TypeError)$/.test(type)) return undefined;
  for (const { pattern, read } of MESSAGES) {
    const match = pattern.exec(message);
    if (match) return read(match.slice(1));
  }
  return undefined;
}

/** Of the definitions in one place those that were probably meant, the most probable first. */
export function meantBy(wanted: Wanted, definitions: readonly Definition[]): Definition[] {
  const fitting = definitions.filter(({ owner }) => wanted.owner === undefined || owner === wanted.owner);
  if (wanted.what === "call") return fitting.filter(({ name, kind }) => kind === "function" && name === wanted.name);
  return fitting
    .map((definition) => ({ definition, alike: similarity(definition.name, wanted.name) }))
    .filter(({ definition: { name }, alike }) => {
      return name !== wanted.name && alike >= (shareWord(name, wanted.name) ? ALIKE : ALMOST_SAME);
    })
    .sort((a, b) => b.alike - a.alike || a.definition.line - b.definition.line)
    .slice(0, MOST)
    .map(({ definition }) => definition);
}

function shareWord(a: string, b: string): boolean {
  const words = new Set(wordsOf(a));
  return wordsOf(b).some((word) => words.has(word));
}

function wordsOf(name: string): string[] {
  return name
    .split(/_|(?<=[a-z0-9])(?=[A-Z])/)
    .filter((word) => word.length > 2)
    .map((word) => word.toLowerCase());
}
