import { driftOf, type FaultEventLike, faultOf } from "./event-fault.ts";
import type { Options } from "./kind.ts";
import { FAULT_KINDS } from "./kinds.ts";
import { schemaDrift } from "./schema-drift.ts";
import { literalGlob } from "./select.ts";

/**
 * The text of a profile that gives exactly these faults again, whatever its seed: a rule for each fault and target, with
 * the numbers of the calls that meet it.
 *
 * @throws FaultlineError `bad-request` where an event does not tell of a fault in full
 */
export function toProfile(name: string, events: readonly FaultEventLike[], description = ""): string {
  const rules = new Map<string, { table: Options; calls: Set<number> }>();
  for (const event of events) {
    const table = tableOf(event);
    const key = JSON.stringify(table);
    const rule = rules.get(key) ?? { table, calls: new Set() };
    rule.calls.add(event.call);
    rules.set(key, rule);
  }
  const head = { name, ...(description === "" ? {} : { description }) };
  const tables = [...rules.values()].map(({ table, calls }) => {
    const sorted = [...calls].toSorted((a, b) => a - b);
    return `\n[[faults]]\n${linesOf({ ...table, calls: sorted })}`;
  });
  return [linesOf(head), ...tables].join("");
}

function tableOf(event: FaultEventLike): Options {
  const tools = event.target === "" ? {} : { tools: [literalGlob(event.target)] };
  if (event.kind === "schema_drift") return { kind: event.kind, ...tools, ...schemaDrift.write(driftOf(event)) };
  const fault = faultOf(event);
  return { kind: fault.kind, ...tools, methods: [literalGlob(event.method)], ...FAULT_KINDS[fault.kind].write(fault) };
}

function linesOf(table: Options): string {
  return Object.entries(table)
    .map(([key, value]) => `${key} = ${tomlOf(value)}\n`)
    .join("");
}

function tomlOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(tomlOf).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const pairs = Object.entries(value).map(([key, inner]) => `${textOf(key)} = ${tomlOf(inner)}`);
    return `{ ${pairs.join(", ")} }`;
  }
  return typeof value === "string" ? textOf(value) : String(value);
}

/** TOML's basic strings are JSON's, but for DEL, which must be escaped, and half of a surrogate pair, which cannot be. */
function textOf(text: string): string {
  return JSON.stringify(Buffer.from(text).toString()).replaceAll("\u007f", "\\u007f");
}
