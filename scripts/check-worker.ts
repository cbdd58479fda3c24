/**
 * The Worker's size and how long it takes to start: its script packed, which must stay below 2 MB, and the processor
 * time of its start-up.
 *
 *   npm run check:worker
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { toolEnvironment } from "./prepare.mjs";

const MAX_BYTES = 2_000_000;

/** What DevTools calls a CPU profile; times are microseconds. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
}

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "check-worker-"));
try {
  const run = (...args: string[]) => execFileSync("wrangler", args, { env: toolEnvironment(), stdio: "pipe" });
  run("deploy", "--dry-run", "--outdir", scratch);
  const scripts = fs.readdirSync(scratch).filter((name) => /\.(?:m?js|html|txt|bin|wasm)$/.test(name));
  let bytes = 0;
  for (const name of scripts) bytes += gzipSync(fs.readFileSync(path.join(scratch, name))).length;
  console.log(`script: ${(bytes / 1e6).toFixed(2)} MB packed, in ${scripts.length} files; at most 2 MB`);
  const profileFile = path.join(scratch, "startup.cpuprofile");
  run("check", "startup", "--outfile", profileFile);
  const profile = JSON.parse(fs.readFileSync(profileFile, "utf8")) as CpuProfile;
  console.log(`start-up: ${(busyMicroseconds(profile) / 1000).toFixed(0)} ms of processor time`);
  process.exitCode = bytes > MAX_BYTES ? 1 : 0;
} finally {
  fs.rmSync(scratch, { recursive: true });
}

function busyMicroseconds({ nodes, samples, timeDeltas }: CpuProfile): number {
  const idle = new Set(
    nodes.filter(({ callFrame }) => /^\((?:idle|program|root)\)$/.test(callFrame.functionName)).map(({ id }) => id),
  );
  return samples.reduce((sum, node, index) => sum + (idle.has(node) ? 0 : (timeDeltas[index] ?? 0)), 0);
}
