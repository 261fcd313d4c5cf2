import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../kernel/errors.ts";
import { isMissing } from "../kernel/files.ts";
import { zipOf } from "./wheel.ts";

/** A file that an installation consists of. */
export interface SourceFile {
  /** Relative to the folder of the files, `/` between the parts; the skill's is relative to the skill's folder. */
  path: string;
  bytes: Buffer;
  /** Of what must be executable; the others get what new files get. */
  mode?: number;
}

/** What the package holds for an installation. */
export interface Sources {
  version: string;
  /** Program files: replaced at every installation. */
  program: SourceFile[];
  /** The user's settings, written once. */
  config: SourceFile;
  skill: SourceFile;
}

const GATE = "faultline-hook";
/** What the gate does at the start of a session in report mode. */
const REPORT = "faultline-report";

/** Keeps the agent's own searches (ripgrep, which looks into hidden folders for it) out of the program files. */
const UNSEARCHED = { path: ".ignore", bytes: Buffer.from("*\n") };

const PROBE = "probe/faultline_probe";
/** What no hook needs. */
const ENGINE = `${PROBE}/engine/`;

/** A wheel: pip does not look into one on PYTHONPATH, so that `pip freeze` and the like are as they were. */
const PLUGIN = "faultline_report-1-py3-none-any.whl";

/** Reads the files of the package that are copied into an installation. */
export async function readSources(packageRoot: string): Promise<Sources> {
  const probe = join(packageRoot, "python-probe", "src");
  const { version } = JSON.parse((await read(packageRoot, "package.json")).toString()) as { version: string };
  return {
    version,
    program: [
      { path: GATE, bytes: await read(packageRoot, "hooks", GATE), mode: 0o755 },
      { path: "hook.cjs", bytes: await read(packageRoot, "dist", "hook.cjs") },
      { path: "hook-main.cjs", bytes: await read(packageRoot, "dist", "hook-main.cjs") },
      UNSEARCHED,
      { path: REPORT, bytes: await read(packageRoot, "hooks", REPORT) },
      ...(await readTree(join(probe, "faultline_probe"), PROBE)).filter(({ path }) => !path.startsWith(ENGINE)),
      { path: `probe/${PLUGIN}`, bytes: zipOf(await readTree(join(probe, "report"))) },
    ],
    config: { path: "config.json", bytes: await read(packageRoot, "templates", "config.json") },
    skill: { path: "SKILL.md", bytes: await read(packageRoot, "skills", "faultline", "SKILL.md") },
  };
}

/** Content hash, as it stands in a manifest. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function readTree(folder: string, prefix = ""): Promise<SourceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw isMissing(error) ? incomplete(folder, error) : error;
  });
  const files: SourceFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== "__pycache__")
      files.push(...(await readTree(join(folder, entry.name), path)));
    else if (/\.(?:py|typed)$/.test(entry.name) || folder.endsWith(".dist-info")) {
      files.push({ path, bytes: await read(folder, entry.name) });
    }
  }
  return files;
}

async function read(...parts: [string, ...string[]]): Promise<Buffer> {
  try {
    return await readFile(join(...parts));
  } catch (error) {
    throw isMissing(error) ? incomplete(join(...parts), error) : error;
  }
}

function incomplete(path: string, cause: unknown): FaultlineError {
  return new FaultlineError("not-found", `this copy of Faultline is incomplete: ${path} is not there`, {
    hint: "install the package again; in a checkout run npm run build",
    cause,
  });
}
