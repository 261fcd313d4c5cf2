import type { AgentSummary } from "../agent/summary.ts";
import { type Paper, visible, wrap } from "./terminal-text.ts";

/** What became of an agent's work: the verdict, what it cost, and the change. */
export function agentText(summary: AgentSummary, { width, paint }: Paper): string {
  const { nodeId, fixed, faultline, model, message } = summary;
  const verdict = fixed ? paint("green", "fixed") : paint("red", "not fixed");
  const said = message.trim() === "" ? [] : wrap(visible(message.trim()), width - 2).map((line) => `  ${line}`);
  return [
    `${verdict}${visible(endedText(summary))}: ${paint("bold", visible(nodeId))}`,
    paint("dim", `${visible(model)}, ${faultline ? "with" : "without"} Faultline: ${costs(summary)}`),
    ...(said.length > 0 ? ["", ...said] : []),
    ...(summary.diff === "" ? [] : ["", ...coloured(summary.diff, paint)]),
  ].join("\n");
}

function endedText({ ended, reason }: AgentSummary): string {
  // Standard error says why, as of all that cannot be done.
  const why = reason === undefined || ended === "model-failed" ? "" : ` (${reason})`;
  return ended === "finished" ? why : `, ${ended}${why}`;
}

function costs({ turns, usage, unreportedTurns, calls, seconds, injectedBytes }: AgentSummary): string {
  const made = Object.values(calls).reduce((sum, count) => sum + count, 0);
  const cached = usage.cached > 0 ? ` (${usage.cached} cached)` : "";
  const from = injectedBytes > 0 ? `, ${injectedBytes} bytes from Faultline` : "";
  const least = unreportedTurns > 0 ? "at least " : "";
  return `${turns} turns, ${made} calls, ${least}${usage.input} tokens in${cached}, ${usage.output} out, ${seconds.toFixed(1)} s${from}`;
}

function coloured(diff: string, paint: Paper["paint"]): string[] {
  return visible(diff.trimEnd())
    .split("\n")
    .map((line) => {
      if (/^(?:diff |--- |\+\+\+ |new file|deleted file)/.test(line)) return paint("bold", line);
      if (line.startsWith("@@")) return paint("cyan", line);
      if (line.startsWith("+")) return paint("green", line);
      return line.startsWith("-") ? paint("red", line) : line;
    });
}
