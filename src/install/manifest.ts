import { hashOf, type SourceFile } from "./sources.ts";

export const MANIFEST = "manifest.json";

/** What an installation wrote: so that the next one knows what the user changed since, and what is no longer needed. */
export interface Manifest {
  version: string;
  /** Content hash of each file, by its path in the folder of the files; the skill's under `skill/`. */
  files: Record<string, string>;
}

/** The manifest of an installation as it is written; the same on every machine. */
export function manifestText(version: string, files: readonly SourceFile[]): string {
  const hashes = Object.fromEntries(files.map((file) => [file.path, hashOf(file.bytes)]));
  return `${JSON.stringify({ version, files: hashes }, null, 2)}\n`;
}

/** Reads a manifest; a missing or damaged one knows of nothing. */
export function readManifest(text: string | undefined): Manifest {
  try {
    const { version, files } = JSON.parse(text ?? "") as Partial<Manifest>;
    return { version: String(version), files: Object.fromEntries(Object.entries(files ?? {}).filter(isHash)) };
  } catch {
    return { version: "unknown", files: {} };
  }
}

/** Paths come from a file that anybody may have edited: nothing outside the folder is ever touched. */
function isHash([path, hash]: [string, unknown]): boolean {
  return typeof hash === "string" && !path.startsWith("/") && !path.split(/[/\\]/).includes("..");
}
