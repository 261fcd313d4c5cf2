import { open, readFile, truncate } from "node:fs/promises";
import { describeError, FaultlineError } from "../../src/kernel/errors.ts";
import { isMissing } from "../../src/kernel/files.ts";
import { isObject } from "../../src/kernel/is-object.ts";
import { keyText, SessionResult } from "./result.ts";

/** Hears what a person should know. */
type Tell = (line: string) => void;
const noOne: Tell = () => undefined;

/** Results of a run, one session a line. A session counts once its line is there, and only then. */
export interface ResultsFile {
  /** Those that were there when the file was opened, by key (see `keyText`), but for failed ones. */
  earlier: ReadonlyMap<string, SessionResult>;
  /** Adds a result; it is on the disk when the promise is fulfilled. A key that is there already is refused. */
  add(result: SessionResult): Promise<void>;
  close(): Promise<void>;
}

/** Opens `results.jsonl` to go on where an earlier run ended: half a line at its end, of a run that was killed, goes. */
export async function openResults(path: string, tell: Tell = noOne): Promise<ResultsFile> {
  const { whole, isCut } = await linesOf(path, tell);
  const counting = parseResults(whole, path).filter(isOver);
  if (isCut) await truncate(path, Buffer.byteLength(whole));
  const earlier = new Map(counting.map((result) => [keyText(result), result]));
  const known = new Set(earlier.keys());
  const file = await open(path, "a");
  let last: Promise<void> = Promise.resolve();
  return {
    earlier,
    add: (result) => {
      const key = keyText(result);
      if (known.has(key)) return Promise.reject(new FaultlineError("internal", `${key} has a result already`));
      known.add(key);
      last = last.then(async () => {
        await file.appendFile(`${JSON.stringify(result)}\n`);
        await file.datasync();
      });
      return last;
    },
    close: () => last.finally(() => file.close()),
  };
}

/** All results of a run. */
export async function readResults(path: string, tell: Tell = noOne): Promise<SessionResult[]> {
  return parseResults((await linesOf(path, tell)).whole, path);
}

/** Whether a session is over; one that failed is run again. */
export function isOver({ record }: SessionResult): boolean {
  return record.ended !== "failed";
}

async function linesOf(path: string, tell: Tell): Promise<{ whole: string; isCut: boolean }> {
  const text = await textOf(path);
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const isCut = whole.length < text.length;
  if (isCut) tell(`${path} ends in half a line, of a run that was killed; it does not count`);
  return { whole, isCut };
}

async function textOf(path: string): Promise<string> {
  return readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return "";
    throw new FaultlineError("broken-config", `${path} cannot be read: ${describeError(error)}`, { cause: error });
  });
}

/** Where a key comes twice, the first one counts that did not fail. */
function parseResults(text: string, path: string): SessionResult[] {
  const seen = new Map<string, SessionResult>();
  for (const [at, line] of text.split("\n").entries()) {
    if (line === "") continue;
    const result = parseLine(line, `${path}:${at + 1}`);
    const key = keyText(result);
    if ((seen.get(key)?.record.ended ?? "failed") === "failed") seen.set(key, result);
  }
  return [...seen.values()];
}

function parseLine(line: string, place: string): SessionResult {
  let data: unknown;
  try {
    data = JSON.parse(line);
  } catch (cause) {
    throw new FaultlineError("broken-config", `${place} is no JSON`, {
      hint: "remove this line; its session is run again",
      cause,
    });
  }
  if (!isObject(data) || !("schema" in data && "judged" in data)) {
    throw new FaultlineError("broken-config", `${place} is no result of eval:ab`, { hint: "name another --out" });
  }
  if (data["schema"] !== 1) {
    const message = `${place} was written by another version of eval:ab (schema ${JSON.stringify(data["schema"])})`;
    throw new FaultlineError("broken-config", message, { hint: "name another --out" });
  }
  const read = SessionResult.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new FaultlineError("broken-config", `${place}: ${issue?.path.join(".")}: ${issue?.message}`);
}
