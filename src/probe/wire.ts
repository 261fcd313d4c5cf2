import * as z from "zod/mini";

/** The version of the wire that this reader understands; the header of a record names its writer's. */
export const wireVersion = 1;

const phase = z.enum(["setup", "call", "teardown", "collection"]);

const exception = z.object({ type: z.string(), message: z.string() });

const frame = z.object({
  path: z.string(),
  line: z.int().check(z.minimum(0)),
  function: z.string(),
  code: z.exactOptional(z.string()),
  project: z.exactOptional(z.boolean()),
});

export const header = z.object({
  type: z.literal("header"),
  schema: z.literal(wireVersion),
  python: z.string(),
  pytest: z.string(),
  rootdir: z.string(),
  mode: z.enum(["report", "trace", "thorough", "together", "values", "coverage"]),
});

export const outcome = z.object({
  type: z.literal("outcome"),
  nodeId: z.string(),
  phase,
  outcome: z.enum(["passed", "failed", "skipped", "xfailed", "xpassed"]),
  seconds: z.exactOptional(z.number()),
});

export const failure = z.object({
  type: z.literal("failure"),
  nodeId: z.string(),
  phase,
  exception,
  frames: z.array(frame),
  chain: z.array(z.object({ relation: z.enum(["cause", "context"]), exception, frames: z.array(frame) })),
  group: z.array(z.object({ exception, frames: z.array(frame) })),
});

const kind = z.enum([
  "literal",
  "implicit-return",
  "bare-return",
  "default-argument",
  "class-attribute",
  "dataclass-default",
  "module-name",
  "miss",
  "library-call",
  "built",
  "emptied",
  "deleted",
  "never-set",
  "assignment",
  "argument",
  "return",
  "yield",
  "attribute",
  "item",
  "append",
  "unpacking",
  "loop",
  "comprehension",
  "with",
  "closure",
  "global",
  "property",
  "crash",
]);

const step = z.object({
  kind,
  path: z.string(),
  line: z.int().check(z.minimum(1)),
  function: z.string(),
  source: z.string(),
  name: z.exactOptional(z.string()),
  value: z.exactOptional(z.string()),
  note: z.exactOptional(z.string()),
});

export const origin = z.object({
  type: z.literal("origin"),
  nodeId: z.string(),
  phase,
  status: z.enum(["found", "partial", "none"]),
  reason: z.exactOptional(z.string()),
  retry: z.exactOptional(z.literal(true)),
  bad: z.enum(["none", "missing-key", "short-sequence", "wrong-type", "zero", "unset-name", "rejected", "unknown"]),
  steps: z.array(step),
});

export const end = z.object({
  type: z.literal("end"),
  exitStatus: z.int(),
  notes: z.exactOptional(z.array(z.string())),
});

/** One line of what `faultline_probe` writes; the same as `python-probe/wire.schema.json`, which a test compares. */
export const wireLine = z.discriminatedUnion("type", [header, outcome, failure, origin, end]);
