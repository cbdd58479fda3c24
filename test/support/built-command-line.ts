import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const root = path.resolve(import.meta.dirname, "../..");

/** The command line as people get it, built unless it is built already. @returns its file */
export async function builtCommandLine(): Promise<string> {
  await promisify(execFile)(process.execPath, [path.join(root, "scripts/build-client.ts")]);

  return path.join(root, "packages/docloom/dist/cli/main.js");
}
