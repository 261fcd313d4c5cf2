import type { Word } from "./shell.ts";

/** pytest's own arguments, sorted by what a re-run of one test does with them. */
export interface PytestArguments {
  /** Options that decide what runs or how it is configured, with their values, in order; unknown ones too. */
  kept: Word[];
  /** Options that only report, stop early or write files. */
  dropped: Word[];
  /** Files, folders and node ids. */
  targets: Word[];
  /** The call only prints something (--version, --collect-only …) and runs no test. */
  listing: boolean;
}

const LISTING = new Set(
  "-V --version -h --help --collect-only --co --collectonly --fixtures --funcargs --fixtures-per-test --markers --setup-plan --cache-show".split(
    " ",
  ),
);
/** Options that decide what runs or how it is configured, each with a value. */
export const KEPT_WITH_VALUE = new Set(
  `-k -m -p -o -c -W --rootdir --import-mode --confcutdir --ignore --ignore-glob --deselect --ds --dc --override-ini
   --config-file --pythonwarnings --count --randomly-seed --random-order-seed --random-order-bucket --asyncio-mode
   --hypothesis-profile --hypothesis-seed --doctest-glob --doctest-encoding --doctest-report --log-level --assert
   --django-settings --settings --driver --base-url --browser`.split(/\s+/),
);
const DROPPED_WITH_VALUE = new Set(
  `-n -r --tb --capture --color --code-highlight --verbosity --show-capture --durations --durations-min --maxfail
   --dist --numprocesses --maxprocesses --max-worker-restart --maxschedchunk --testrunuid --tx --px --rsyncdir
   --rsyncignore --junitxml --junit-xml --junit-prefix --junitprefix --html --css --report-log --resultlog --result-log
   --json-report-file --json --csv --alluredir --pastebin --pdbcls --basetemp --timeout --timeout-method
   --timeout-func-only --session-timeout --reruns --reruns-delay --only-rerun --rerun-except --lfnf
   --last-failed-no-failures --cov-report --cov-config --cov-context --cov-fail-under --log-format --log-date-format
   --log-cli-level --log-cli-format --log-cli-date-format --log-file --log-file-mode --log-file-level --log-file-format
   --log-file-date-format --log-auto-indent --log-disable --xfail-tb --debug-file --splits --group --shard-id
   --num-shards --record-mode`.split(/\s+/),
);
/** Options whose value may be left out: a word behind them that is no option is theirs. */
const DROPPED_WITH_OPTIONAL_VALUE = new Set("--cov --debug --profile-svg --testmon-env".split(" "));
const DROPPED_FLAGS = new Set(
  `--quiet --verbose --exitfirst --pdb --trace --lf --last-failed --ff --failed-first --nf --new-first --sw --stepwise
   --stepwise-skip --sw-skip --stepwise-reset --sw-reset --cache-clear --showlocals --no-showlocals --no-header
   --no-summary --no-fold-skipped --force-short-summary --full-trace --fulltrace --disable-warnings
   --disable-pytest-warnings --setup-show --setup-only --trace-config --looponfail --forked --boxed --cov-append
   --cov-branch --no-cov --no-cov-on-fail --cov-reset --self-contained-html --json-report --instafail
   --hypothesis-show-statistics --hypothesis-verbosity --snapshot-update --inline-snapshot --force-regen --regen-all
   --benchmark-only --benchmark-skip --benchmark-disable --testmon --no-flaky-report --profile --memray`.split(/\s+/),
);
const SHORT_WITH_VALUE = "kmpocWnr";
const SHORT_DROPPED = "qvxslnrf";

/** Sorts the words that follow `pytest`. */
export function sortArguments(words: readonly Word[]): PytestArguments {
  const found: PytestArguments = { kept: [], dropped: [], targets: [], listing: false };
  let index = 0;
  while (index < words.length) {
    const word = words[index] as Word;
    if (word.text === "--") {
      found.targets.push(...words.slice(index + 1));
      break;
    }
    index += 1;
    if (LISTING.has(word.text.split("=", 1)[0] ?? "")) found.listing = true;
    if (!word.text.startsWith("-") || word.text === "-") found.targets.push(word);
    else if (word.text.startsWith("--")) index += sortLong(found, word, words[index]);
    else index += sortCluster(found, word, words[index]);
  }
  return found;
}

/** @returns how many of the following words belong to the option */
function sortLong(found: PytestArguments, word: Word, next: Word | undefined): number {
  const name = word.text.split("=", 1)[0] ?? "";
  const inline = name !== word.text;
  const optional = next !== undefined && !next.text.startsWith("-");
  let taken = 0;
  let list = found.kept;
  if (DROPPED_WITH_VALUE.has(name)) {
    list = found.dropped;
    taken = inline ? 0 : 1;
  } else if (DROPPED_WITH_OPTIONAL_VALUE.has(name)) {
    list = found.dropped;
    taken = !inline && optional ? 1 : 0;
  } else if (DROPPED_FLAGS.has(name)) {
    list = found.dropped;
  } else if (KEPT_WITH_VALUE.has(name)) {
    taken = inline ? 0 : 1;
  } else if (!inline && optional && isUnknownValue(name, next)) {
    taken = 1;
  }
  list.push(word, ...(taken && next ? [next] : []));
  return taken;
}

/** An option of a plugin or of the project's own conftest: nothing says whether it takes the word behind it. */
function isUnknownValue(name: string, next: Word): boolean {
  if (/^--(?:no|with|without|run|skip|enable|disable|allow|use|strict|doctest|pyargs|runxfail|keep)(?:-|$)/.test(name))
    return false;
  if (/^--(?:run\w*|slow|integration|doctest-modules|noconftest|e2e|network)$/.test(name)) return false;
  return !/::|^\.{1,2}$|^\.{0,2}\/|\/$|\.py$|^(?:tests?|testing)(?:$|\/)|(?:^|\/)tests?_/.test(next.text);
}

/** `-xvs`, `-vk EXPR`, `-n4`: letters, of which one may take the rest or the next word as its value. */
function sortCluster(found: PytestArguments, word: Word, next: Word | undefined): number {
  if (!word.known) {
    found.kept.push(word);
    return 0;
  }
  for (let at = 1; at < word.text.length; at += 1) {
    const letter = word.text[at] ?? "";
    const list = SHORT_DROPPED.includes(letter) ? found.dropped : found.kept;
    if (letter === "h" || letter === "V") found.listing = true;
    const option = plain(`-${letter}`);
    if (!SHORT_WITH_VALUE.includes(letter)) {
      if (letter !== "h" && letter !== "V") list.push(option);
      continue;
    }
    const rest = word.text.slice(at + 1);
    if (rest) list.push(option, plain(rest.startsWith("=") && letter !== "k" ? rest.slice(1) : rest));
    else list.push(option, ...(next ? [next] : []));
    return rest || !next ? 0 : 1;
  }
  return 0;
}

function plain(text: string): Word {
  return { text, raw: text, known: true };
}
