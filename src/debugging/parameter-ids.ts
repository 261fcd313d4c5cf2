import { run } from "../kernel/process.ts";
import { joinNodeId, splitNodeId } from "../pytest/node-id.ts";
import type { Call, Engine } from "./engine.ts";
import type { Target } from "./target.ts";

const MOST = 3;

/** The node id with its parameters in ASCII, as pytest writes them unless it is told otherwise. */
export function escapedId(nodeId: string): string {
  const { parameters, ...rest } = splitNodeId(nodeId);
  if (parameters === undefined) return nodeId;
  const escaped = Array.from(parameters, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x80) return character;
    if (code < 0x100) return `\\x${code.toString(16)}`;
    return code < 0x10000 ? `\\u${code.toString(16).padStart(4, "0")}` : `\\U${code.toString(16).padStart(8, "0")}`;
  });
  return joinNodeId({ ...rest, parameters: escaped.join("") });
}

/**
 * The node ids of a test with other parameters, the most similar first; pytest collects the test for that. None where
 * it cannot, or prints no ids.
 *
 * @param deadline milliseconds
 */
export async function idsLike(
  engine: Engine,
  { argv, args, cwd, nodeId }: Target,
  { signal }: Call,
  deadline: number,
): Promise<string[]> {
  const { parameters = "", ...rest } = splitNodeId(nodeId);
  const bare = joinNodeId({ ...rest, parameters: undefined });
  const listed = await run({
    argv: [...argv, "-p", "no:cacheprovider", ...args, "--collect-only", "-q", "--color=no", bare],
    cwd,
    env: { ...engine.env, PYTHONDONTWRITEBYTECODE: "1" },
    deadline: Math.max(1, deadline),
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  const name = rest.names.at(-1) ?? "";
  const found = listed.stdout.split("\n").flatMap((line) => parametersIn(line.trim(), name));
  const alike = found.sort((one, other) => common(other, parameters) - common(one, parameters));
  return alike.slice(0, MOST).map((each) => joinNodeId({ ...rest, parameters: each }));
}

/** By the option `-v` of the project, pytest prints a tree. */
function parametersIn(line: string, name: string): string[] {
  for (const [before, behind] of [
    [`::${name}[`, "]"],
    [`<Function ${name}[`, "]>"],
  ] as const) {
    const at = line.indexOf(before);
    if (at >= 0 && line.endsWith(behind)) return [line.slice(at + before.length, line.length - behind.length)];
  }
  return [];
}

/** Characters that two texts have in common from the left and from the right. */
function common(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  let left = 0;
  while (left < least && one[left] === other[left]) left++;
  let right = 0;
  while (right < least - left && one.at(-1 - right) === other.at(-1 - right)) right++;
  return left + right;
}
