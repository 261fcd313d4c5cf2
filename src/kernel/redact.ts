/**
 * What must not be shown: values that go by the name of a secret, and what looks like a well-known credential.
 * `python-probe/src/faultline_probe/_redact.py` holds the same rules; `test/redaction` compares the two.
 */

const redacted = "<redacted>";

const words = (text: string) => new Set(text.split(" "));
const secretWords = words(
  "token tokens secret secrets password passwords passwd pwd passphrase passcode authorization cookie cookies credential credentials apikey apitoken privatekey secretkey accesskey authtoken jwt otp sessionid",
);
const ends = /(?:password|passwd|secret|token|apikey|passphrase)$/;
const keyOwners = words(
  "api private secret access signing encryption decryption session master auth ssh rsa license account storage shared subscription service deploy webhook hmac fernet crypto client app jwt",
);
const passOwners = words(
  "db database smtp user mail email admin root ftp ssh redis mysql postgres pg mongo ldap http basic auth login proxy",
);
/** What is about a secret is none: `token_type`, `password_min_length`, `cookie_name`. */
const about = words(
  "count counts type types kind name names url uri endpoint limit limits length len size index position pos budget expiry expires expiration expire ttl age max min enabled required field fields policy class validator validators hasher hashers form exempt middleware domain samesite httponly secure lifetime seconds days minutes hours usage param params header headers prefix path file filename dir location backend at error errors status regex pattern attempts changed re",
);

/** Prefixes that say whose key it is, and are followed by its letters and digits. */
const prefixes =
  /gh[pousr]_|github_pat_|glpat-|glsa_|npm_|pypi-|hf_|gsk_|xai-|r8_|whsec_|[sr]k_(?:live|test)_|xox[abeoprs]-|xapp-|dop_v1_|shp(?:at|ca|pa|ss)_|dapi|hvs\.|lin_api_|ntn_|figd_|dp\.st\.|NRAK-|sntrys_|ATATT3|dckr_pat_|PMAK-|AGE-SECRET-KEY-1|GOCSPX-|ya29\.|sq0[ac]tp-|AIza|pplx-/;
const shapes = new RegExp(
  [
    /\b(?:AKIA|ASIA|AGPA|AIDA|AROA)[A-Z0-9]{12,}/,
    new RegExp(`\\b(?:${prefixes.source})[A-Za-z0-9_\\-]{10,}`),
    /\bsk-(?=[A-Za-z_-]*[0-9])[A-Za-z0-9_-]{16,}/,
    /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
    /\bkey-[0-9a-f]{32}\b|\bSK[0-9a-f]{32}\b/,
    /\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b/,
    /\b[\w~.-]{3}8Q~[\w~.-]{31,34}/,
    /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}(?:\.[A-Za-z0-9_-]*)?/,
    /(?<=:\/\/)[^\s/:@]*:[^\s/@]+(?=@)/,
    /(?<=:\/\/)[\w-]{16,}(?=@)/,
    /(?<=hooks\.slack\.com\/services\/)[\w/-]+/,
    /(?<=\/api\/webhooks\/)[0-9]+\/[\w-]+/,
    /(?<=office\.com\/webhookb2\/)[^\s"'\\]+/,
    /(?<=[?&]sig=)[\w.%+/=-]{16,}/,
    /(?<=\bBearer )(?!authenti|authoriz|token|realm|scheme)[\w.~+/-]{8,}=*/,
    /(?<=\bBasic )(?!authenti|authoriz|realm|scheme)[A-Za-z0-9+/]{8,}=*/,
    /(?<= -u )[^\s:]+:[^\s"'\\]+/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);
const pem =
  /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*)/g;
/** A name, and what stands between it and its value. */
const named =
  /(?:(?<![\w.-])|(?<=--))([A-Za-z_][\w.-]{0,80})(\\*["']?[\])]{0,2}[ \t]{0,3}(?:=>|:=|[=!]=|=|:)[ \t]{0,3}|\\*["'][ \t]{0,3},\s{0,20}|\\*["']\s{1,3}(?:value|content)=|>| )/g;
/** The values of a list, a tuple or a dict of secrets. */
const collected =
  /(?<![\w.-])([A-Za-z_][\w.-]{0,80})(\\*["']?[ \t]{0,3}(?:=|:| in)[ \t]{0,3}[[({])([^[\](){}\n]{1,400})/g;
const literals = /"((?:\\[^\n]|[^"\\\n])*)"|'((?:\\[^\n]|[^'\\\n])*)'/g;
const quoted =
  /[bBuUrRfF]{0,2}(?:"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\[^\n]|[^"\\\n])*(?:"|(?=\n)|$)|'(?:\\[^\n]|[^'\\\n])*(?:'|(?=\n)|$)|\\+"[^"\n]*?(?:\\+"|(?=\n)|$)|\\+'[^'\n]*?(?:\\+'|(?=\n)|$))/y;
const authPair = /[([][^()[\]\n]{1,200}[)\]]/y;
const bareValue = /[^\s"'&;,()[\]{}<>\\]+/y;
const restOfLine = /[^\n"'\\]+/y;
const inside = /^(?:[bBuUrRfF]{0,2}\\*["']{1,3})?([\s\S]*?)\\*["']{0,3}$/;
const harmless =
  /^(?:|None|null|nil|true|false|True|False|undefined|str|int|bytes|bool|float|dict|list|Any|object|self\.\S*|%[sdr]|%\(\w+\)s|\$[A-Z_]+|\$\{\w+\}|(?:Bearer |Basic |Token )?\{[\w.!:]*\}|\*+|\.+|…)$/;
/** So far back the beginning of a literal is looked for. */
const maxLine = 1000;
/** No code has two words in a row before `name=value`, but for "lambda". */
const afterWord = /(?<!\blambda)(?<=\w)[ \t]{1,3}$/;
/** "/etc/passwd: no such file" is about a file. */
const pathBefore = /(?:(?<![\w./-])\.{0,2}\/\w[\w.-]*\/[\w./-]+["']?|["'][\w./-]+\/[\w.-]+["']): $/;
const apostrophe = /[A-Za-z][A-Za-z]'[A-Za-z]/y;
const number = /^-?[0-9]+(?:\.[0-9]+)?$/;
const where = /\bwhere (b?'[^'\n]*'|b?"[^"\n]*") = ([^\n]*)/g;
const lastName = /(\w+)(?:\([^\n]*\))?["'\\]*$/;
const compared =
  /<redacted>['"]? (?:==|!=|in|not in) (b?'(?:\\[^\n]|[^'\\\n])*'|b?"(?:\\[^\n]|[^"\\\n])*")|(b?'(?:\\[^\n]|[^'\\\n])*'|b?"(?:\\[^\n]|[^"\\\n])*") (?:==|!=|in|not in) ['"]?<redacted>/g;
const likeSecret = /^(?:(?=\S*[0-9])(?=\S*[A-Za-z])\S{6,200}|[!-~]{20,200})$/;

/** `text` without what looks like a credential or goes by the name of a secret. */
export function redact(text: string): string {
  return without(text, true);
}

/** The same for code of a program, in which only what stands in quotes is a value. Lines stay where they are. */
export function redactSource(text: string): string {
  return without(text, false);
}

/** Whether a variable, attribute or key of this name holds a secret by its name alone. */
export function isSecretName(name: string): boolean {
  const all = wordsOf(name);
  const last = all.at(-1);
  if (last === undefined || about.has(last)) return false;
  if (all.some((word) => secretWords.has(word) || ends.test(word))) return true;
  const owns = (owners: ReadonlySet<string>, index: number) => owners.has(all[index - 1] ?? "");
  if (all.some((word, index) => /^keys?$/.test(word) && owns(keyOwners, index))) return true;
  return last === "pass" && (all.length === 1 || owns(passOwners, all.length - 1));
}

function wordsOf(name: string): string[] {
  const found = name.slice(0, 200).match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];
  return found.map((word) => word.toLowerCase());
}

/** Whether a name is secret for its tokens alone, of which parsers have others. */
function isCounted(name: string): boolean {
  const secret = wordsOf(name).filter((word) => secretWords.has(word) || ends.test(word));
  return secret.length > 0 && secret.every((word) => /^tokens?$/.test(word));
}

function without(original: string, bare: boolean): string {
  let text = original;
  if (text.includes("PRIVATE KEY")) {
    text = text.replace(pem, (key) => redacted + (bare ? "" : "\n".repeat(key.split("\n").length - 1)));
  }
  text = text.replace(shapes, redacted);
  const found: string[] = [];
  text = text.replace(collected, (match, name: string, opening: string, items: string) =>
    isSecretName(name) ? name + opening + items.replace(literals, withoutItem) : match,
  );
  text = withoutNamed(text, bare, found);
  text = text.replace(where, (match, value: string, rest: string) => {
    const content = contentOf(value);
    const name = lastName.exec(rest.slice(0, 1000).split("\\n")[0] ?? "")?.[1] ?? "";
    if (!isSecretName(name) || harmless.test(content)) return match;
    found.push(content);
    return match.replace(content, () => redacted);
  });
  text = withoutValues(text, found);
  if (!text.includes(redacted)) return text;
  const others: string[] = [];
  text = text.replace(compared, (match, right: string | undefined, left: string | undefined) => {
    const content = contentOf(right ?? left ?? "");
    if (content === "" || content === redacted) return match;
    others.push(content);
    return match.replace(content, () => redacted);
  });
  return withoutValues(text, others);
}

function withoutItem(literal: string, double: string | undefined, single: string | undefined): string {
  const content = double ?? single ?? "";
  return likeSecret.test(content) ? literal.replaceAll(content, redacted) : literal;
}

function withoutValues(text: string, found: readonly string[]): string {
  return found.reduce(
    (left, value) => (value.length >= 6 && !isSecretName(value) ? left.replaceAll(value, redacted) : left),
    text,
  );
}

function withoutNamed(text: string, bare: boolean, found: string[]): string {
  let result = "";
  let done = 0;
  for (const { 0: whole, 1: name = "", 2: separator = "", index } of text.matchAll(named)) {
    if (index < done) continue;
    const end = index + whole.length;
    const value = valueAt(text, { name, separator, index, end }, bare);
    if (value === undefined) continue;
    const content = contentOf(value);
    if (isHarmless(name, separator, content)) continue;
    const start = text.indexOf(content, end);
    result += text.slice(done, start) + redacted;
    done = start + content.length;
    found.push(content);
  }
  return result + text.slice(done);
}

interface Named {
  name: string;
  separator: string;
  index: number;
  end: number;
}

function valueAt(text: string, { name, separator, index, end }: Named, bare: boolean): string | undefined {
  const secret = isSecretName(name);
  if (!secret && !name.toLowerCase().endsWith("auth")) return undefined;
  const before = text.slice(Math.max(0, index - 2), index);
  if ((separator === " " && before !== "--") || (separator === ">" && before.at(-1) !== "<")) return undefined;
  if (!secret) {
    const pair = at(authPair, text, end);
    return pair !== undefined && separator.trim() === "=" && pair.includes(",") ? pair : undefined;
  }
  const literal = at(quoted, text, end);
  const quote = bare ? "" : openQuote(text, index, separator);
  if (literal !== undefined && literal[0] !== quote) return literal;
  const closed = /^\\*["']/.test(separator) && separator.includes(",");
  const pattern = /^(?:authorization|cookies?)$/.test(wordsOf(name).at(-1) ?? "") ? restOfLine : bareValue;
  const value = closed ? undefined : at(pattern, text, end);
  if (
    value === undefined ||
    literal !== undefined ||
    !(bare || quote !== "" || isData(text, { name, separator, index, end }, value))
  )
    return undefined;
  if (pathBefore.test(text.slice(Math.max(0, index - 200), end)) && !likeSecret.test(value)) return undefined;
  return value.trimEnd();
}

/** Whether a name and a value without quotes, in code, are none: of a URL, an option, a line of settings. */
function isData(text: string, { separator, index, end }: Named, value: string): boolean {
  if (/(?:[?&;]|--)$/.test(text.slice(Math.max(0, index - 2), index)) || separator === " " || separator === ">")
    return true;
  const secret = value.split(/\s+/).some((part) => likeSecret.test(part));
  if (separator.trim() !== "=") return separator.startsWith(":") && secret;
  if (separator === "=" && afterWord.test(text.slice(Math.max(0, index - 20), index))) return true;
  const begins = index === 0 || text[index - 1] === "\n";
  const next = text[end + value.length] ?? "";
  return begins && (secret || separator === "=") && (next === "" || next === "\n");
}

/** The quote of the literal in which a name and its value lie, in a line of code; "" outside of any. */
function openQuote(text: string, index: number, separator: string): string {
  let quote = "";
  const first = Math.max(text.lastIndexOf("\n", index - 1) + 1, index - maxLine);
  for (let position = first; position < index; position++) {
    const char = text[position] ?? "";
    if ((char !== "'" && char !== '"') || (quote !== "" && quote !== char) || text[position - 1] === "\\") continue;
    if (at(apostrophe, text, Math.max(0, position - 2)) === undefined) quote = quote ? "" : char;
  }
  return quote !== "" && separator.startsWith(quote) ? "" : quote;
}

function isHarmless(name: string, separator: string, content: string): boolean {
  if (content.includes(redacted) || harmless.test(content)) return true;
  if (separator.includes(",") && isSecretName(content)) return true;
  if (!isCounted(name)) return false;
  if (number.test(content) && (content.length < 6 || wordsOf(name).at(-1) === "tokens")) return true;
  // "unexpected token: foo" is a matter of syntax.
  return separator.includes(":") && !/["']/.test(separator) && !/[0-9]|[^\n]{8}/.test(content);
}

function contentOf(value: string): string {
  return inside.exec(value)?.[1] ?? value;
}

function at(pattern: RegExp, text: string, index: number): string | undefined {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0];
}

/** Members of answers and evidence that hold code. */
const codeMembers = new Set(["source", "text", "code", "rerun"]);

/** A copy of what JSON can hold with all its texts redacted; those in members that hold code as code. */
export function redactAll<T>(value: T): T {
  return redactMember(value, false) as T;
}

function redactMember(value: unknown, isCode: boolean): unknown {
  if (typeof value === "string") return isCode ? redactSource(value) : redact(value);
  if (Array.isArray(value)) return value.map((item) => redactMember(item, isCode));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [redact(key), redactMember(member, codeMembers.has(key))]),
  );
}
