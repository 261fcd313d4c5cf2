/** The parts of a pytest node id. */
export interface NodeIdParts {
  /** As printed, with `/` between folders. */
  path: string;
  /** Classes and the function: `["TestA", "test_x"]`; empty for a whole file. */
  names: string[];
  /** What stands between the brackets of a parametrised test; undefined where it has none. */
  parameters: string | undefined;
}

/**
 * Takes a node id apart. Parameters may hold anything: `::`, brackets, quotes, blanks, line breaks.
 * The path ends at the first `::` whose left side is no part of the parameters.
 */
export function splitNodeId(nodeId: string): NodeIdParts {
  const end = nodeId.indexOf("::");
  if (end < 0) return { path: nodeId, names: [], parameters: undefined };
  const path = nodeId.slice(0, end);
  const rest = nodeId.slice(end + 2);
  const bracket = rest.endsWith("]") ? rest.indexOf("[") : -1;
  const dotted = bracket < 0 ? rest : rest.slice(0, bracket);
  return {
    path,
    names: dotted.split("::"),
    parameters: bracket < 0 ? undefined : rest.slice(bracket + 1, -1),
  };
}

/** The other way round. */
export function joinNodeId({ path, names, parameters }: NodeIdParts): string {
  const base = [path, ...names].join("::");
  return parameters === undefined ? base : `${base}[${parameters}]`;
}

/**
 * The name that pytest prints above a traceback: `TestA.test_x[a::b]` for `tests/test_a.py::TestA::test_x[a::b]`;
 * a node id without names gives its path.
 */
export function headingOf(nodeId: string): string {
  const { path, names, parameters } = splitNodeId(nodeId);
  if (names.length === 0) return path;
  return parameters === undefined ? names.join(".") : `${names.join(".")}[${parameters}]`;
}

/** A node id from the file of a test and the name that pytest printed above its traceback. */
export function fromHeading(path: string, heading: string): string {
  const bracket = heading.endsWith("]") ? heading.indexOf("[") : -1;
  const dotted = bracket < 0 ? heading : heading.slice(0, bracket);
  const parameters = bracket < 0 ? undefined : heading.slice(bracket + 1, -1);
  return joinNodeId({ path, names: dotted.split("."), parameters });
}

/** The same test under one spelling: `/` between folders, no `./` in front, no doubled `/`. */
export function normaliseNodeId(nodeId: string): string {
  const { path, names, parameters } = splitNodeId(nodeId);
  const clean = path
    .replaceAll("\\", "/")
    .replace(/\/{2,}/g, "/")
    .replace(/^(?:\.\/)+/, "");
  return joinNodeId({ path: clean, names, parameters });
}

/** The dotted name by which `python -m unittest` knows a test; undefined where the file is not below the current folder. */
export function unittestName(nodeId: string): string | undefined {
  const { path, names } = splitNodeId(normaliseNodeId(nodeId));
  if (!path.endsWith(".py") || path.startsWith("/") || path.startsWith("../")) return undefined;
  return [...path.slice(0, -3).split("/"), ...names].join(".");
}
