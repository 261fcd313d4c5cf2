import { closeSync, openSync, readSync } from "node:fs";

const MOST_BYTES = 1024 * 1024;
const MOST_NAMES = 3;

/**
 * The tests that a Python file seems to define, each as the end of a node id, such as `TestShop::test_total`. For
 * hints alone: read by its text, since nothing is started for a hint.
 */
export function testsInFile(file: string): string[] {
  const found: string[] = [];
  let around: string | undefined;
  for (const line of startOf(file).split(/\r?\n/)) {
    const header = /^(\s*)(?:class\s+(\w+)|(?:async\s+)?def\s+(test\w*))/.exec(line);
    if (!header) continue;
    const [, indent = "", className, test] = header;
    if (className !== undefined && indent === "") around = className;
    else if (test !== undefined && indent === "") found.push(test);
    else if (test !== undefined && around !== undefined) found.push(`${around}::${test}`);
  }
  return found;
}

/** Of the tests of a file, those whose name is the one that a node id asks for, or begins like it. */
export function testsNamedLike(file: string, nodeId: string): string[] {
  const wanted = lastName(nodeId);
  const tests = testsInFile(file);
  const same = tests.filter((test) => lastName(test) === wanted);
  const alike = tests.filter((test) => lastName(test).startsWith(wanted) || wanted.startsWith(lastName(test)));
  return (same.length > 0 ? same : alike).slice(0, MOST_NAMES);
}

function lastName(nodeId: string): string {
  return (
    nodeId
      .replace(/\[.*\]$/s, "")
      .split("::")
      .at(-1) ?? ""
  );
}

function startOf(file: string): string {
  const descriptor = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(MOST_BYTES);
    return buffer.toString("utf8", 0, readSync(descriptor, buffer, 0, MOST_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}
