import { posix } from "node:path";
import { isRemote, type Word } from "./shell.ts";

/** What a command line starts once the programs that only wrap it are taken off. */
export interface Launch {
  /** Words that must stay in front of the program: `uv run`, `xvfb-run -a`, `docker exec app`. */
  before: Word[];
  /** The program and its arguments. */
  words: Word[];
  /** Set by `env`. */
  env: Record<string, string>;
  /** A wrapper runs it elsewhere, or as somebody else. */
  remote: boolean;
  privileged: boolean;
}

interface Wrapper {
  /** Options that take the next word. */
  values?: string[];
  /** Words without a dash that belong to the wrapper (timeout's duration). */
  operands?: number;
  /** Sub-commands, one of which must follow; `[]` for none. */
  sub?: string[];
  /** Left out of a re-run: it only limits or measures. */
  transient?: boolean;
  privileged?: boolean;
  /** `-m NAME` means `python -m NAME`. */
  module?: boolean;
}

const UV_VALUES =
  `--with --with-requirements --with-editable --extra --no-extra --group --only-group --no-group --package -p
  --python --env-file --directory --project --index-url -i --extra-index-url --find-links -f --index --default-index
  --config-file --cache-dir --color --refresh-package --upgrade-package -P --resolution --prerelease --exclude-newer
  --link-mode --config-setting -C --no-build-package --no-binary-package --reinstall-package --from`.split(/\s+/);
const CONDA_VALUES = ["-n", "--name", "-p", "--prefix", "--cwd", "-r", "--root-prefix"];

const WRAPPERS: Record<string, Wrapper> = {
  time: { values: ["-f", "-o", "--format", "--output"], transient: true },
  timeout: { values: ["-k", "-s", "--kill-after", "--signal"], operands: 1, transient: true },
  gtimeout: { values: ["-k", "-s", "--kill-after", "--signal"], operands: 1, transient: true },
  nice: { values: ["-n", "--adjustment"], transient: true },
  ionice: { values: ["-c", "-n", "-p"], transient: true },
  nohup: { transient: true },
  setsid: { transient: true },
  stdbuf: { values: ["-i", "-o", "-e"], transient: true },
  unbuffer: { transient: true },
  chronic: { transient: true },
  command: { transient: true },
  exec: { values: ["-a"], transient: true },
  winpty: { transient: true },
  taskset: { operands: 1, values: ["-c"], transient: true },
  rtk: { transient: true },
  sudo: { values: ["-u", "-g", "-h", "-p", "-C", "-D", "--user", "--group", "--chdir"], privileged: true },
  doas: { values: ["-u", "-C"], privileged: true },
  "xvfb-run": { values: ["-n", "-s", "-e", "-f", "-w", "-p", "--server-num", "--server-args", "--error-file"] },
  "dbus-run-session": {},
  direnv: { sub: ["exec"], operands: 1 },
  dotenv: { sub: ["run"], values: ["-f", "--file"] },
  uv: { sub: ["run"], values: UV_VALUES, module: true },
  uvx: { values: UV_VALUES },
  pipx: { sub: ["run"], values: ["--spec", "--python"] },
  poetry: { sub: ["run"], values: ["-C", "--directory", "-P", "--project"] },
  pdm: { sub: ["run"], values: ["-p", "--project", "-c", "--config", "--venv"] },
  pipenv: { sub: ["run"], values: ["--python"] },
  rye: { sub: ["run"], values: ["-p", "--pyproject"] },
  hatch: { sub: ["run"], values: ["-e", "--env", "-p", "--project"] },
  pixi: { sub: ["run"], values: ["-e", "--environment", "--manifest-path"] },
  conda: { sub: ["run"], values: CONDA_VALUES },
  mamba: { sub: ["run"], values: CONDA_VALUES },
  micromamba: { sub: ["run"], values: CONDA_VALUES },
};
const MAX_WRAPPERS = 8;

/** Takes wrappers off the front of a command until the program that does the work stands there. */
export function unwrap(words: readonly Word[]): Launch {
  const launch: Launch = { before: [], words: [...words], env: {}, remote: false, privileged: false };
  for (let count = 0; count < MAX_WRAPPERS; count += 1) {
    const name = posix.basename(launch.words[0]?.text ?? "");
    const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
    if (name === "env") takeEnv(launch);
    else if (isRemote(name)) return takeRemote(launch);
    else if (!wrapper || !takeWrapper(launch, wrapper)) break;
  }
  return launch;
}

function takeEnv(launch: Launch): void {
  let at = 1;
  for (; at < launch.words.length; at += 1) {
    const { text } = launch.words[at] as Word;
    const assigned = /^([A-Za-z_]\w*)=(.*)$/s.exec(text);
    if (assigned) launch.env[assigned[1] ?? ""] = assigned[2] ?? "";
    else if (/^(?:-u|--unset|-C|--chdir)$/.test(text)) at += 1;
    else if (!text.startsWith("-")) break;
  }
  launch.words = launch.words.slice(at);
}

/** @returns false where the words do not fit the wrapper, which then is the program itself */
function takeWrapper(launch: Launch, wrapper: Wrapper): boolean {
  const { words } = launch;
  let at = 1;
  let operands = wrapper.operands ?? 0;
  let sub = wrapper.sub;
  for (; at < words.length; at += 1) {
    const { text } = words[at] as Word;
    if (wrapper.module && !sub && (text === "-m" || text === "--module")) {
      // `uv run -m pytest` is `uv run python -m pytest`.
      launch.before.push(...words.slice(0, at));
      launch.words = [known("python"), known("-m"), ...words.slice(at + 1)];
      return true;
    }
    if (text === "--") {
      at += 1;
      break;
    }
    if (text.startsWith("-")) at += wrapper.values?.includes(text) ? 1 : 0;
    else if (sub && !sub.includes(text)) return false;
    else if (sub) sub = undefined;
    else if (operands > 0) operands -= 1;
    else break;
  }
  if (sub || at >= words.length) return false;
  if (!wrapper.transient) launch.before.push(...words.slice(0, at));
  launch.privileged ||= wrapper.privileged === true;
  launch.words = words.slice(at);
  return true;
}

/** Nobody knows every option of these: the test runner itself is looked for. */
function takeRemote(launch: Launch): Launch {
  const { words } = launch;
  launch.remote = true;
  let at = words.findIndex((word, index) => index > 0 && isRunnerName(word.text));
  if (at < 0) return launch;
  if (words[at - 1]?.text === "-m") at -= 1;
  while (at > 1 && /^-/.test(words[at - 1]?.text ?? "") && isPython(words[at - 2]?.text ?? "")) at -= 1;
  if (isPython(words[at - 1]?.text ?? "")) at -= 1;
  launch.before.push(...words.slice(0, at));
  launch.words = words.slice(at);
  return launch;
}

/** Whether a word names pytest or unittest as a program or module. */
export function isRunnerName(text: string): boolean {
  return /^(?:pytest|py\.test|pytest-?3(?:\.\d+)?|unittest)(?:\.exe)?$/.test(posix.basename(text));
}

export function isPython(text: string): boolean {
  return /^(?:python|pypy|py)[\d.]*w?t?(?:\.exe)?$/.test(posix.basename(text.replaceAll("\\", "/")));
}

export function known(text: string): Word {
  return { text, raw: text, known: true };
}
