/** Options of `faultline proxy` that take the word behind them. */
const WITH_VALUE = new Set(["--config", "--seed", "--events", "--replay"]);

/**
 * The command line with `--` before the server's command where it has none: some clients leave that word out of the
 * arguments they are given. The first word that is neither an option of the proxy nor the value of one begins the
 * command; all behind it is the command's.
 *
 * @param words those of the whole process, `process.argv`
 */
export function withCommandMarked(words: readonly string[]): string[] {
  const given = [...words];
  if (given[2] !== "proxy") return given;
  for (let at = 3; at < given.length; at += 1) {
    const word = given[at] ?? "";
    if (word === "--" || word === "--upstream" || word.startsWith("--upstream=")) return given;
    if (WITH_VALUE.has(word)) at += 1;
    else if (!word.startsWith("-")) return given.toSpliced(at, 0, "--");
  }
  return given;
}
