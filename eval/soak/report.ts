import { csvLine, median, table } from "../table.ts";
import type { Weight } from "./server.ts";

/** What was seen after a number of investigations. */
export interface Sample extends Weight {
  run: number;
  /** Of the investigations since the sample before. */
  seconds: number[];
  processes: number;
  temporary: number;
  repoChanged: boolean;
  evidence: { files: number; bytes: number };
}

const HEAD = [
  "run",
  "rss MiB",
  "heap MiB",
  "descriptors",
  "orphans",
  "in temp",
  "repo",
  "evidence",
  "evidence MiB",
  "s/run",
];

export function soakTable(samples: readonly Sample[]): string {
  return table(HEAD, samples.map(cells));
}

export function soakCsv(samples: readonly Sample[]): string {
  return `${[HEAD, ...samples.map(cells)].map(csvLine).join("\n")}\n`;
}

function cells(sample: Sample): string[] {
  return [
    String(sample.run),
    mebibytes(sample.rss),
    mebibytes(sample.heap),
    String(sample.descriptors),
    String(sample.processes),
    String(sample.temporary),
    sample.repoChanged ? "changed" : "same",
    String(sample.evidence.files),
    mebibytes(sample.evidence.bytes),
    sample.seconds.length === 0 ? "" : median(sample.seconds).toFixed(2),
  ];
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

/** Bytes that each further run adds, by least squares over the samples from `from` on. */
export function slope(samples: readonly Sample[], of: (sample: Sample) => number, from: number): number {
  const used = samples.filter(({ run }) => run >= from);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(used.map(({ run }) => run));
  const y = mean(used.map(of));
  const spread = used.reduce((sum, { run }) => sum + (run - x) ** 2, 0);
  return spread === 0 ? 0 : used.reduce((sum, sample) => sum + (sample.run - x) * (of(sample) - y), 0) / spread;
}
