import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execa } from "execa";

// Runs a program with a pseudo-terminal of some columns as its standard input, output and error. What is to be typed
// comes by the third argument, after the text that it waits for.
const script = `
import fcntl, os, pty, struct, sys, termios
columns, wait, typed = int(sys.argv[1]), sys.argv[2].encode(), sys.argv[3].encode()
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    os.execvp(sys.argv[4], sys.argv[4:])
output = b""
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    output += data
    if typed and wait in output:
        os.write(terminal, typed)
        typed = b""
status = os.waitpid(pid, 0)[1]
sys.stdout.buffer.write(output)
sys.stdout.flush()
os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 100)
`;

export interface InTerminal {
  columns: number;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Typed once the other text has been shown. */
  type?: { after: string; keys: string };
}

/** Runs a program in a terminal; gives all that was shown there, control characters included. */
export async function inTerminal(
  argv: string[],
  { columns, env, cwd, type = { after: "", keys: "" } }: InTerminal,
): Promise<{ shown: string; exitCode: number | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), "fl-pty-"));
  try {
    const program = join(folder, "in_terminal.py");
    await writeFile(program, script);
    const { stdout, exitCode } = await execa("python3", [program, String(columns), type.after, type.keys, ...argv], {
      env,
      extendEnv: false,
      cwd,
      reject: false,
      stripFinalNewline: false,
    });
    return { shown: stdout.replaceAll("\r\n", "\n"), exitCode };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
