// The service as `npm run serve` runs it: the program itself, with settings of the tests.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { freePort } from "../../../scripts/serve/free-port.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "./first-credentials.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const STARTS_WITHIN_MS = 60_000;
const LOOK_MS = 50;

export interface ServedProgram {
  base: string;
  port: number;
  program: ChildProcess;
  /** Ends it as SIGTERM does. @returns milliseconds until it had ended */
  end(): Promise<number>;
}

/** Starts it; it answers. @param data its DATA_DIR, kept when it ends */
export async function servedProgram(data: string, givenPort?: number): Promise<ServedProgram> {
  const port = givenPort ?? (await freePort());
  const base = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...FIRST_CREDENTIALS,
    DATA_DIR: data,
    PORT: String(port),
    LOG_LEVEL: "error",
    OUTBOUND_ALLOW_LOOPBACK: "1",
  };
  const program = spawn("node", ["scripts/serve.mjs"], { cwd: ROOT, env, stdio: ["ignore", "ignore", "inherit"] });
  const end = async () => {
    const start = Date.now();
    if (program.exitCode !== null || program.signalCode !== null) return 0;
    program.kill("SIGTERM");
    await once(program, "exit");
    return Date.now() - start;
  };
  const headers = { authorization: AUTHORIZATION };
  for (const until = Date.now() + STARTS_WITHIN_MS; Date.now() < until; ) {
    const answer = await fetch(`${base}/api/user`, { headers }).catch(() => undefined);
    if (answer?.ok) return { base, port, program, end };
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  await end();
  throw new Error("The service did not start.");
}
