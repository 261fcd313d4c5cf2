import type { BlockFailure } from "./block.ts";
import { frame } from "./traceback.ts";
import { readNative } from "./traceback-native.ts";

const LOCATION = /^(.+):(\d+|None): (DocTestFailure|UnexpectedException)$/;
const EXAMPLE = /^(?:\d{3,} ?| {4,})\s*>>> (.*)$/;

export function isDoctestHeading(name: string): boolean {
  return name.startsWith("[doctest] ");
}

/** Reads the report of a failing doctest. */
export function doctestFailure(name: string, lines: readonly string[]): BlockFailure {
  const title = name.slice("[doctest] ".length);
  const location = LOCATION.exec(lines.findLast((line) => LOCATION.test(line)) ?? "");
  const unexpected = lines.findIndex((line) => line.startsWith("UNEXPECTED EXCEPTION: "));
  const line = Number(location?.[2]);
  const code = EXAMPLE.exec(lines.findLast((text) => EXAMPLE.test(text)) ?? "")?.[1] ?? "";
  const place = location && line > 0 ? [frame(location[1] ?? "", line, undefined, code)] : [];
  const common = {
    name,
    nodeId: location ? `${location[1]}::${title}` : undefined,
    phase: "call" as const,
    chain: [],
    group: [],
    sections: [],
    incomplete: place.length === 0,
  };
  if (unexpected < 0) {
    const from = lines.findIndex((text) => text === "Expected:" || text.startsWith("Expected nothing"));
    const message = from < 0 ? "" : lines.slice(from).filter((text) => !LOCATION.test(text));
    return {
      ...common,
      exception: { type: "DocTestFailure", message: [message].flat().join("\n").trim() },
      frames: place,
    };
  }
  const raised = readNative(lines.slice(unexpected + 1).filter((text) => !LOCATION.test(text)));
  const frames = raised.frames.filter(({ path }) => !/[\\/]doctest\.py$/.test(path) && !path.startsWith("<doctest "));
  return { ...common, exception: raised.exception, frames: [...place, ...frames] };
}
