import type { Estimate } from "../../src/trial/bootstrap.ts";

/** `-12.3 % (-20.1 to +3.0)`: a change with its interval, where there is one; `–` where there is no change either. */
export function changeText({ value, low, high }: Estimate): string {
  if (!Number.isFinite(value)) return "–";
  const change = `${signed(value)} %`;
  return Number.isNaN(low) ? change : `${change} (${signed(low)} to ${signed(high)})`;
}

/** `1 session`, `2 sessions` */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

function signed(share: number): string {
  const digits = (Math.abs(share) * 100).toFixed(1);
  return `${share < 0 && Number(digits) > 0 ? "-" : "+"}${digits}`;
}
