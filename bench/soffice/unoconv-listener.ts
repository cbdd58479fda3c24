import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const PORT = 20_020;
const START_TIMEOUT_MS = 60_000;
const CALL_TIMEOUT_MS = 120_000;
const CALLS = 2;
/** unoconv needs the python that the office's bindings were installed for. */
const ENVIRONMENT = { ...process.env, PATH: `/usr/bin:${process.env.PATH ?? ""}` };

/** A soffice that listens on a socket and is asked by unoconv for each file: how most services keep one. */
export class UnoconvListener {
  readonly #soffice: ChildProcess;
  readonly #output: string;

  private constructor(soffice: ChildProcess, output: string) {
    this.#soffice = soffice;
    this.#output = output;
  }

  /** Starts soffice with a profile of its own and waits until it listens; undefined if unoconv is not installed. */
  static async start(scratch: string): Promise<UnoconvListener | undefined> {
    if (spawnSync("unoconv", ["--version"], { stdio: "ignore", env: ENVIRONMENT }).error) return undefined;
    const profile = `-env:UserInstallation=file://${path.join(scratch, "listener-profile")}`;
    const accept = `--accept=socket,host=127.0.0.1,port=${PORT};urp`;
    const soffice = spawn("soffice", [profile, "--headless", "--norestore", "--nologo", accept], {
      stdio: "ignore",
      detached: true,
    });
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await listens())) {
      if (Date.now() > deadline) throw new Error("soffice does not listen.");
      await wait(100);
    }
    return new UnoconvListener(soffice, path.join(scratch, "unoconv.pdf"));
  }

  /**
   * Milliseconds of a call for this file, the better of two after one that lets soffice load its filters. Undefined if
   * the file is not converted.
   */
  conversion(file: string): number | undefined {
    this.#call(file);
    const times = Array.from({ length: CALLS }, () => this.#call(file)).filter((time) => time !== undefined);
    return times.length > 0 ? Math.min(...times) : undefined;
  }

  /** Ends soffice with the processes that its start script left. */
  close(): void {
    if (this.#soffice.pid) process.kill(-this.#soffice.pid, "SIGKILL");
  }

  #call(file: string): number | undefined {
    const connection = `socket,host=127.0.0.1,port=${PORT};urp;StarOffice.ComponentContext`;
    const start = performance.now();
    const { status } = spawnSync(
      "unoconv",
      ["--no-launch", "--connection", connection, "-f", "pdf", "-o", this.#output, file],
      { stdio: "ignore", timeout: CALL_TIMEOUT_MS, env: ENVIRONMENT },
    );
    const milliseconds = performance.now() - start;
    return status === 0 && existsSync(this.#output) ? milliseconds : undefined;
  }
}

async function listens(): Promise<boolean> {
  const socket = net.connect(PORT, "127.0.0.1");
  return await new Promise((resolve) => {
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
  }).then((open) => {
    socket.destroy();
    return open as boolean;
  });
}
