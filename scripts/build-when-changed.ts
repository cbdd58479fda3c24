import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";

/** What a build reads and makes, by path. */
export interface BuildFiles {
  /** Files, and folders with everything in them. */
  inputs: readonly string[];
  /** A file that exists if the build was done. */
  output: string;
  /** Where the fingerprint of the last build is kept. */
  stamp: string;
}

/**
 * Builds if the build's inputs changed since the last time, or if its output is gone.
 * @param name of the output, for the line that says how long it took
 */
export async function buildWhenChanged(
  name: string,
  { inputs, output, stamp }: BuildFiles,
  build: () => unknown,
): Promise<void> {
  const now = fingerprint(inputs);
  const isBuilt = fs.existsSync(output) && fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === now;
  if (isBuilt && !process.argv.includes("--force")) return;
  const started = Date.now();
  await build();
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, now);
  console.log(`${name}: built in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Of names, sizes and times, which are read in milliseconds. */
function fingerprint(inputs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const name of inputs.flatMap(filesOf).sort()) {
    const { size, mtimeMs } = fs.statSync(name);
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex");
}

function filesOf(input: string): string[] {
  if (!fs.statSync(input).isDirectory()) return [input];
  return fs
    .readdirSync(input, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}
