const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
   import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);
/** Methods by whose names tests only look at what they are given. */
const LOOKING = /^(?:await\s+)?(?:self\.|cls\.)?_*(?:assert|expect|check|verify|fail|print)/i;

/** The names of variables that a statement mentions, `self.name` for attributes of self; by its text. */
export function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  for (const [name] of withoutTexts(text).matchAll(/(?<![\w.])(?:self\.)?[A-Za-z_]\w*/g)) {
    if (!KEYWORDS.has(name) && name !== "self") names.add(name);
  }
  return names;
}

/** What a statement does to variables, as far as its text tells. */
export interface Effect {
  /** Names that have new values afterwards, whatever they were before. */
  sets: Set<string>;
  /** Names whose objects it may change: those whose methods it calls, and what it hands to a call. */
  changes: Set<string>;
  /** Names that it reads. */
  reads: Set<string>;
}

/** Reads the effect of a statement of test code. What tests only look at, in an assertion, is not changed. */
export function effectOf(text: string): Effect {
  const code = withoutTexts(text).trim();
  const of = (sets: string, reads: string, changes = ""): Effect => ({
    sets: namesIn(sets),
    reads: namesIn(reads),
    changes: namesIn(changes),
  });
  const head = /^(?:async\s+)?(?:def|class)\s+(\w+)(.*)/s.exec(code);
  if (head) return of(head[1] ?? "", "");
  if (/^(?:if|elif|while|assert|return|raise|del|pass)\b/.test(code) || LOOKING.test(code)) return of("", code);
  const loop = /^(?:async\s+)?for\s+(.*?)\s+in\b(.*)/s.exec(code);
  if (loop) return of(loop[1] ?? "", loop[2] ?? "");
  if (/^(?:async\s+)?with\b/.test(code)) {
    const targets = [...code.matchAll(/\bas\s+(\w+|\([\w\s,]+\))/g)].map(([, name]) => name);
    return of(targets.join(" "), code.replace(/\bas\s+(\w+|\([\w\s,]+\))/g, ""));
  }
  if (/^(?:from|import)\b/.test(code)) return of(code.replace(/^.*\bimport\b/s, ""), "");
  const { targets, value } = assignment(code);
  if (targets === undefined) return of("", code, code);
  // An item, an attribute or a sum changes what was there.
  const whole = /^[\w\s,()=*:.[\]]*$/.test(targets) && !/[.[]/.test(targets.replace(/\bself\.\w+(?![.\w[])/g, ""));
  return whole && !/[-+*/%&|^@<>]$/.test(targets.trim()) ? of(targets, value) : of("", code, `${targets} ${value}`);
}

/** Splits at the last `=` that is not within brackets; no targets where nothing is assigned. */
function assignment(code: string): { targets: string | undefined; value: string } {
  let depth = 0;
  let last = -1;
  for (let at = 0; at < code.length; at++) {
    const char = code[at] ?? "";
    if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    else if (char === "=" && depth === 0) {
      if (code[at + 1] === "=") at += 1;
      else if (!"<>!".includes(code[at - 1] ?? "")) last = at;
    }
  }
  return last < 0 ? { targets: undefined, value: code } : { targets: code.slice(0, last), value: code.slice(last + 1) };
}

function withoutTexts(text: string): string {
  return text
    .replace(/"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g, '""')
    .replace(/#.*$/gm, "");
}
