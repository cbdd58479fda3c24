// `npm test`: the check and all suites, in two parallel sequences, because one alone leaves a core idle while it waits, and more
// slow each other down. A step's output is shown when it ends; all of them run, whatever fails. The results of all suites:
// .docloom/test-results.json.
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { stateFolder, toolEnvironment } from "./prepare.mjs";
import { onEnd, signalGroup } from "./process-family.mjs";
import { scratchFolder } from "./scratch-folder.ts";

interface Step {
  name: string;
  command: string[];
  /** Where the suites' results are written. */
  results?: string;
}

/** One test file in the runner's JSON. */
interface SuiteResult {
  name: string;
  message: string;
  assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[];
}

/** @param part of its files, where it is divided */
function suite(project: string, part?: { number: number; of: number }): Step {
  const name = part ? `${project} ${part.number} of ${part.of}` : project;
  const results = path.join(stateFolder, `test-results-${name.replaceAll(" ", "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${results}`];
  const shard = part ? [`--shard=${part.number}/${part.of}`] : [];
  return {
    name,
    command: ["vitest", "run", `--project=${project}`, ...shard, ...reporters],
    results,
  };
}

const check: Step = { name: "check", command: ["npm", "run", "check"] };
// Tests in Node and tests in workerd are processes of their own: in one, the latter waited forever on a fresh clone.
// The end-to-end suite is divided, and the check is where it is, so that both sequences take as long as each other.
const ROWS: readonly (readonly Step[])[] = [
  [suite("e2e", { number: 2, of: 2 }), suite("console")],
  [check, suite("unit"), suite("workers"), suite("e2e", { number: 1, of: 2 })],
];
/** The longest takes half of it. What hangs is ended, so that all that it said is shown, and what the others found. */
const HANGS_AFTER_MS = 35 * 60_000;
const LEFT_BEHIND_MS = 10_000;
/** Of a step that failed without a failed test: the runner writes last what belongs to no test. */
const LINES_REPEATED = 60;
const RESULTS = path.join(stateFolder, "test-results.json");

const scratch = scratchFolder();
const started = Date.now();
const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1000)} s`;

/** Tests leave much behind that is soon forgotten: with more room for what is new, Node's suites take a tenth less time. */
const NODE_OPTIONS = [process.env.NODE_OPTIONS, "--max-semi-space-size=64"].filter(Boolean).join(" ");

const running = new Set<ChildProcess>();
onEnd(() => {
  for (const { pid } of running) signalGroup(pid, "SIGTERM");
  process.exit(1);
});

/** What it printed, if it failed. */
async function run({ name, command: [program = "", ...args] }: Step): Promise<string | undefined> {
  const since = Date.now();
  const env = {
    ...toolEnvironment(),
    TMPDIR: scratch,
    NODE_OPTIONS,
    ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
  };
  // In a group of its own, with all that it starts.
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  running.add(child);
  const said: Buffer[] = [];
  const hung = setTimeout(() => {
    said.push(Buffer.from(`\nIt did not end within ${HANGS_AFTER_MS / 60_000} minutes, and was ended.\n`));
    signalGroup(child.pid, "SIGKILL");
  }, HANGS_AFTER_MS);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => said.push(chunk));
  const code = await new Promise((resolve) => {
    child.once("error", (error) => {
      said.push(Buffer.from(`${error}\n`));
      resolve(-1);
    });
    child.once("exit", (exitCode) => {
      const leftBehind = setTimeout(() => {
        said.push(Buffer.from("\nIt left a program behind that holds its output open.\n"));
        resolve(exitCode ?? -1);
      }, LEFT_BEHIND_MS);
      child.once("close", () => {
        clearTimeout(leftBehind);
        resolve(exitCode ?? -1);
      });
    });
  });
  clearTimeout(hung);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  running.delete(child);
  const output = Buffer.concat(said).toString();
  console.log(`\n== ${name}\n${output}\n== ${name}: ${code === 0 ? "passed" : "FAILED"} in ${seconds(since)}`);

  return code === 0 ? undefined : output;
}

/** One results file from several: counts are added, lists joined. */
function mergeResults(files: readonly string[]): void {
  const all: Record<string, unknown>[] = files.map((file) => JSON.parse(fs.readFileSync(file, "utf8")));
  const merged = all.reduce((sum, one) => {
    const entries = Object.entries(one).map(([name, value]) => {
      const before = sum[name];
      if (name === "startTime") return [name, Math.min(Number(before), Number(value))];
      if (typeof value === "number") return [name, Number(before) + value];
      if (typeof value === "boolean") return [name, Boolean(before) && value];
      if (Array.isArray(value)) return [name, [...(before as unknown[]), ...value]];
      return [name, before];
    });
    return Object.fromEntries(entries);
  });
  fs.writeFileSync(RESULTS, JSON.stringify(merged));
}

interface Failure {
  file: string;
  name: string;
  message: string;
}

/** What failed, repeated at the end: the steps' own output is long, and a log may be kept only in part. */
function failures(files: readonly string[]): Failure[] {
  const suitesOf = (file: string): SuiteResult[] => JSON.parse(fs.readFileSync(file, "utf8")).testResults;
  return files.flatMap(suitesOf).flatMap(({ name, message, assertionResults }) => {
    const file = path.relative(".", name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && message) return [{ file, name: "the file itself", message }];
    return failed.map(({ fullName, failureMessages }) => ({
      file,
      name: fullName,
      message: failureMessages.join("\n").split("\n").slice(0, 6).join("\n  "),
    }));
  });
}

const steps = ROWS.flat();
const files = steps.flatMap(({ results }) => results ?? []);
for (const file of [RESULTS, ...files]) fs.rmSync(file, { force: true });

const failed: string[] = [];
const unexplained: string[] = [];
await Promise.all(
  ROWS.map(async (row) => {
    for (const step of row) {
      const output = await run(step);
      if (output === undefined) continue;
      failed.push(step.name);
      const written = step.results && fs.existsSync(step.results) ? [step.results] : [];
      if (failures(written).length > 0) continue;
      unexplained.push(`FAILED ${step.name}\n${output.trimEnd().split("\n").slice(-LINES_REPEATED).join("\n")}`);
    }
  }),
);
const written = files.filter((file) => fs.existsSync(file));
if (written.length > 0) mergeResults(written);
for (const text of unexplained) console.log(`\n${text}`);
for (const { file, name, message } of failures(written)) console.log(`\nFAILED ${file}\n  ${name}\n  ${message}`);
for (const file of written) fs.rmSync(file);

console.log(
  failed.length > 0 ? `\nFAILED: ${failed.join(", ")} (${seconds(started)})` : `\nAll passed in ${seconds(started)}.`,
);
process.exit(failed.length > 0 ? 1 : 0);
