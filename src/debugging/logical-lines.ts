/**
 * For each line of a Python file, by its 1-based number, the line where its statement begins; undefined for a line that
 * holds no code: blank, or a comment alone. A logical line of Python goes on through brackets, strings in triple
 * quotes, and backslashes at the end.
 */
export function statementStarts(text: string): (number | undefined)[] {
  const starts: (number | undefined)[] = [undefined];
  const state: State = { depth: 0, quote: undefined };
  let begun: number | undefined;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const bare = begun === undefined && /^\s*(?:#.*)?$/.test(line);
    if (bare) {
      starts.push(undefined);
      continue;
    }
    begun ??= at + 1;
    starts.push(begun);
    if (!goesOn(state, line)) begun = undefined;
  }
  return starts;
}

/** The statement nearest to a line: one behind it is preferred to one as far before it. */
export function nearestStatement(starts: readonly (number | undefined)[], line: number): number | undefined {
  for (let distance = 0; distance < starts.length; distance += 1) {
    const found = starts[line + distance] ?? (line - distance > 0 ? starts[line - distance] : undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface State {
  /** Open brackets. */
  depth: number;
  /** The quotes of a string that is open: three, or one where a backslash ends its line. */
  quote: string | undefined;
}

/** Reads one line; whether the statement goes on behind it. */
function goesOn(state: State, line: string): boolean {
  let rest = line;
  while (rest !== "") {
    if (state.quote !== undefined) {
      const end = endOfString(rest, state.quote);
      if (end === undefined && (state.quote.length === 3 || rest.endsWith("\\"))) return true;
      if (end === undefined) break;
      rest = rest.slice(end);
      state.quote = undefined;
      continue;
    }
    const next = /["'#()[\]{}]|\\$/.exec(rest);
    if (!next || next[0] === "#") break;
    if (next[0] === "\\") return true;
    rest = rest.slice(next.index);
    rest = next[0] === '"' || next[0] === "'" ? readQuote(state, rest, next[0]) : readBracket(state, rest);
  }
  if (state.quote?.length === 3) return true;
  state.quote = undefined;
  return state.depth > 0;
}

function readQuote(state: State, rest: string, quote: string): string {
  const triple = quote.repeat(3);
  state.quote = rest.startsWith(triple) ? triple : quote;
  return rest.slice(state.quote.length);
}

function readBracket(state: State, rest: string): string {
  state.depth = Math.max(0, state.depth + ("([{".includes(rest[0] ?? "") ? 1 : -1));
  return rest.slice(1);
}

/** Where a string ends that is open, just behind its quotes; a backslash keeps what follows from being an end. */
function endOfString(text: string, quote: string): number | undefined {
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
  }
  return undefined;
}
