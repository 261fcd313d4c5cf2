import { percent, table } from "./markdown.ts";
import type { Summary } from "./summary.ts";
import type { Tally } from "./tally.ts";

/**
 * What is known of the same matrix elsewhere: eight profiles, three agents, a hundred tasks each; all sessions counted,
 * also those in which no fault landed.
 */
const reference = {
  naive: { success: "52–86 %", silent: "not told" },
  "retry-only": { success: "52–99 %", silent: "up to 48 %" },
  resilient: { success: "99–100 %", silent: "0 %" },
} as const;

const profiles = ["timeout", "latency", "error", "malformed", "schema_drift", "stale", "mixed"];

/** The agents beside the reference results; undefined where the matrix is another one. */
export function besideReference({ cells, matrix }: Summary): string | undefined {
  const agents = Object.entries(reference);
  const isSame =
    profiles.every((name) => matrix.profiles.includes(name)) && agents.every(([name]) => matrix.agents.includes(name));
  if (!isSame) return undefined;
  const rows = agents.map(([agent, known]) => {
    const own = cells.filter((cell) => cell.agent === agent && profiles.includes(cell.profile));
    return [agent, known.success, range(own, "successOfAll"), known.silent, range(own, "silentOfAll")];
  });
  return table(["agent", "success: reference", "success: here", "silent: reference", "silent: here"], rows);
}

function range(cells: readonly Tally[], what: "successOfAll" | "silentOfAll"): string {
  const rates = cells.map((cell) => cell[what].rate);
  const [least, most] = [percent(Math.min(...rates)), percent(Math.max(...rates))];
  return least === most ? least : `${least.replace(" %", "")}–${most}`;
}
