const CONTEXT = 3;

/** A unified diff of two texts with one hunk; undefined-like empty text stands for no file. Lines keep their own ends. */
export function diffLines(path: string, before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < Math.min(old.length, now.length) && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const from = Math.max(0, head - CONTEXT);
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail];
  const trailing = old.slice(oldEnd, oldEnd + CONTEXT);
  const hunk = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, oldEnd).map((line) => `-${line}`),
    ...now.slice(head, nowEnd).map((line) => `+${line}`),
    ...trailing.map((line) => ` ${line}`),
  ];
  const range = (lines: string[], end: number) => {
    const count = end - from + trailing.length;
    return `${count === 0 ? 0 : from + 1},${lines.length === 0 ? 0 : count}`;
  };
  return [
    `--- ${old.length === 0 ? "/dev/null" : path}`,
    `+++ ${now.length === 0 ? "/dev/null" : path}`,
    `@@ -${range(old, oldEnd)} +${range(now, nowEnd)} @@`,
    ...hunk.map((line) => line.replace(/\r$/, "")),
  ].join("\n");
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines[lines.length - 1] += "\n\\ No newline at end of file";
  return lines;
}
