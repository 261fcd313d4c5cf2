import type { Failure } from "../pytest/failure.ts";
import { crashSite, isBareAssertion, type Raised, raised } from "./crash-site.ts";

/** Failures with one cause, as far as their tracebacks tell: the same exception at the same crash site. */
export interface Group {
  cause: string;
  /** Stands for all of them. */
  failure: Failure;
  raised: Raised;
  /** Relative to where the tests ran. */
  nodeIds: string[];
  /** Their tracebacks are cut, filtered or absent: the crash site may be another one. */
  incomplete: boolean;
}

/**
 * Groups failures by cause. First comes what helps most to explain: a failure that raised before a bare assertion,
 * then the cause of most tests.
 *
 * @param root real path of the repository
 * @param folders where relative paths of the tracebacks may start, most likely first
 */
export function groupByCause(failures: readonly Failure[], root: string, folders: readonly string[]): Group[] {
  const groups = new Map<string, Group>();
  for (const failure of failures) {
    const explained = raised(failure, root, folders);
    const cause = causeOf(explained);
    const nodeIds = failure.nodeId ? [failure.nodeId] : [];
    const group = groups.get(cause);
    if (group) group.nodeIds.push(...nodeIds);
    else {
      const incomplete = failure.incomplete || explained.sites.length === 0;
      groups.set(cause, { cause, failure, raised: explained, nodeIds, incomplete });
    }
  }
  return [...groups.values()].sort((a, b) => helpfulness(b) - helpfulness(a) || b.nodeIds.length - a.nodeIds.length);
}

/** Whether a re-run showed the failure that was printed: the same type, by way of the same crash site. */
export function isSameFailure(printed: Group, again: Group): boolean {
  const crash = crashSite(printed.raised.sites);
  const { type } = printed.raised.exception;
  if (type !== "" && shortName(type) !== shortName(again.raised.exception.type)) return false;
  return (
    printed.incomplete ||
    crash === undefined ||
    again.raised.sites.some((site) => site.path === crash.path && site.line === crash.line)
  );
}

function helpfulness(group: Group): number {
  if (group.raised.exception.type === "") return 0;
  return isBareAssertion(group.raised) ? 1 : 2;
}

function causeOf({ exception, sites }: Raised): string {
  const crash = crashSite(sites);
  return `${shortName(exception.type)} at ${crash ? `${crash.path}:${crash.line}` : exception.message}`;
}

function shortName(type: string): string {
  return type.split(".").at(-1) ?? "";
}
