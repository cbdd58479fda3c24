/** The Worker's script packed, which must stay below 2 MB (a free plan takes 3), and the processor time of its start-up. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { sum, withScratch } from "../harness.ts";

const MAX_BYTES = 2_000_000;

/** What DevTools calls a CPU profile; times are microseconds. */
interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string } }[];
  samples: number[];
  timeDeltas: number[];
}

export const run = (): Promise<boolean> =>
  withScratch((scratch) => {
    const wrangler = (...args: string[]) => execFileSync("wrangler", args, { stdio: "pipe" });
    wrangler("deploy", "--dry-run", "--outdir", scratch);
    const scripts = fs.readdirSync(scratch).filter((name) => /\.(?:m?js|html|txt|bin|wasm)$/.test(name));
    const bytes = sum(scripts.map((name) => gzipSync(fs.readFileSync(path.join(scratch, name))).length));
    console.log(`script: ${(bytes / 1e6).toFixed(2)} MB packed, in ${scripts.length} files; at most 2 MB`);
    const file = path.join(scratch, "startup.cpuprofile");
    wrangler("check", "startup", "--outfile", file);
    const { nodes, samples, timeDeltas } = JSON.parse(fs.readFileSync(file, "utf8")) as CpuProfile;
    const isIdle = ({ callFrame }: CpuProfile["nodes"][number]) =>
      /^\((?:idle|program|root)\)$/.test(callFrame.functionName);
    const idle = new Set(nodes.filter(isIdle).map(({ id }) => id));
    const busy = sum(samples.map((node, index) => (idle.has(node) ? 0 : (timeDeltas[index] ?? 0))));
    console.log(`start-up: ${(busy / 1_000).toFixed(0)} ms of processor time`);
    return bytes <= MAX_BYTES;
  });
