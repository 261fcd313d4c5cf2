import { relative, sep } from "node:path";
import { isTestPath, walkPython } from "../kernel/repo.ts";
import { definitionsIn } from "../localization/definitions.ts";
import { meantBy, type Wanted, wantedBy } from "../localization/wanted.ts";
import type { MeantPlace } from "../localization/with-meant.ts";
import type { Failure } from "../pytest/failure.ts";
import { tellFailure } from "./failure-facts.ts";
import { projectText } from "./project-files.ts";

const MOST_BYTES = 2_000_000;
const MOST_FILES = 5_000;
/** So many definitions of one name say nothing about which of them was called. */
const MOST_MEANT = 3;

/**
 * Where tests ask for a name that the code does not have, or call a function with arguments that it does not take: the
 * definitions that they probably mean, the most probable first. Nothing of them was executed, so no run tells of them.
 */
export function meantPlaces(repo: string, failure: Failure): MeantPlace[] {
  const { raised } = tellFailure(failure, repo);
  const wanted = wantedBy(raised.exception);
  if (!wanted || raised.sites.some(({ inTest }) => !inTest)) return [];
  const found: MeantPlace[] = [];
  for (const path of filesFor(repo, wanted)) {
    const text = projectText(repo, path, MOST_BYTES);
    if (text === undefined || !mentions(text, wanted)) continue;
    for (const { name, owner, line, last, kind } of meantBy(wanted, definitionsIn(text))) {
      const full = owner === "" ? name : `${owner}.${name}`;
      found.push({ path, line, last, function: kind === "function" ? full : "", reason: reasonOf(wanted) });
    }
  }
  return wanted.what === "call" && found.length > MOST_MEANT ? [] : found.slice(0, MOST_MEANT);
}

function* filesFor(repo: string, { module }: Wanted): Generator<string> {
  const asPath = module?.split(".").join("/");
  let seen = 0;
  for (const path of walkPython(repo)) {
    if (++seen > MOST_FILES) return;
    if (isTestPath(repo, path)) continue;
    const way = relative(repo, path)
      .split(sep)
      .join("/")
      .replace(/(\/__init__)?\.py$/, "");
    if (asPath === undefined || way === asPath || way.endsWith(`/${asPath}`)) yield path;
  }
}

/** A quick look before the file is taken apart. */
function mentions(text: string, { what, name, owner }: Wanted): boolean {
  if (owner !== undefined && owner !== "" && !new RegExp(`^\\s*class\\s+${owner}\\b`, "m").test(text)) return false;
  return what === "name" || new RegExp(`^\\s*(async\\s+)?def\\s+${name}\\b`, "m").test(text);
}

function reasonOf({ what, name }: Wanted): string {
  return what === "name"
    ? `the tests ask for ${name}, which is not there; this has the most similar name`
    : "the tests call it with arguments that it does not take";
}
