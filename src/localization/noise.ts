/** What differs from run to run by itself, and what stands for it when values are compared. */
const noise: readonly (readonly [RegExp, string])[] = [
  [/\b0x[0-9a-fA-F]{6,}\b/g, "<address>"],
  // What `id` of an object and `get_ident` of a thread give on 64 bits.
  [/\b(?:139|140)\d{12}\b/g, "<address>"],
  [/\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b/g, "<uuid>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{16,}\b/g, "<hex>"],
  // With a fraction of a second it was read from a clock.
  [/\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\.\d+/g, "<time>"],
  [/\b\d\d:\d\d:\d\d\.\d+/g, "<time>"],
  // Seconds, milliseconds or nanoseconds since the epoch, from 2017 to 2033.
  [/\b1[5-9]\d{8}\.\d+\b/g, "<time>"],
  [/\b1[5-9]\d{11}\b/g, "<time>"],
  [/\b1[5-9]\d{17}\b/g, "<time>"],
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s'",;:)\]}]*/g, "<temporary>"],
];

/** Names whose numbers are read from a clock or given by the system. */
const clockName =
  /(?:^|[._])(?:time|now|start|started|end|ended|stop|elapsed|duration|took|timestamp|deadline|mtime|ctime|atime|t0|t1|pid|ppid|port|ident|fd|fileno)$/;
const number = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/;
/** Keys that a database or a factory hands out. */
const keyName = /(?:^|[._])(?:id|pk|uid|uuid|nonce|seed|salt)$/;

/**
 * A text that is the same for two values which differ only by what differs from run to run: addresses, random ids,
 * times of the clock, temporary paths (their last part is kept, unless pytest made it up).
 */
export function withoutNoise({ name, type, value }: { name: string; type: string; value: string }): string {
  if (number.test(value) && (keyName.test(name) || (clockName.test(name) && value.includes(".")) || isSystem(name))) {
    return `${type} <number>`;
  }
  let text = value;
  for (const [pattern, mark] of noise) {
    text = text.replace(pattern, (found) => (mark === "<temporary>" ? mark + lastPart(found) : mark));
  }
  return `${type} ${text}`;
}

function isSystem(name: string): boolean {
  return /(?:^|[._])(?:pid|ppid|port|ident|fd|fileno)$/.test(name);
}

function lastPart(path: string): string {
  const last = path.replace(/\/+$/, "").split("/").at(-1) ?? "";
  // Such as `test_name0`, `tmpab12cd34`, `fl-AbCdEf`.
  return /\d$|^tmp|^fl-|^pytest-/.test(last) ? "" : `/${last}`;
}
