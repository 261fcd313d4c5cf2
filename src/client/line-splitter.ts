import { StringDecoder } from "node:string_decoder";

/** Gives whole lines on, without their ends and without blank ones; what is left when a connection breaks is no line. */
export function lineSplitter(take: (line: string) => void): (bytes: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  return (bytes) => {
    const lines = (rest + decoder.write(bytes)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") take(line);
  };
}
