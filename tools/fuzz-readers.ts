/**
 * Reads changed fonts, pictures and metafiles, and changed Office files, PDFs, templates and invoices, samples of which `npm
 * test` reads: nothing may be thrown but a refusal, and no font or picture may take longer than a second, no file longer
 * than ten.
 *
 *   npm run tools -- fuzz-readers [COUNT] [SEED] [FIRST]
 */
import { mutants } from "../src/pages/testing/mutants.ts";
import { bugIn, damagedFile } from "../test/hostile/damaged-files.ts";

const MAX_MS = 1_000;
const MAX_FILE_MS = 10_000;
const [count = "20000", seed = "1", first = "0"] = process.argv.slice(2);
let slowest = { name: "", milliseconds: 0 };
if (first === "0")
  for (const mutant of mutants(Number(count), Number(seed))) {
    if (mutant.milliseconds > slowest.milliseconds) slowest = mutant;
  }
console.log(`${count} files were borne; the slowest, ${slowest.name}, took ${Math.round(slowest.milliseconds)} ms`);

let slowestFile = { name: "", milliseconds: 0 };
const bugs = new Map<string, string[]>();
for (let number = Number(first); number < Number(first) + Number(count); number++) {
  const file = damagedFile(Number(seed), number);
  const before = process.cpuUsage();
  const bug = await bugIn(file);
  const milliseconds = process.cpuUsage(before).user / 1_000;
  if (milliseconds > slowestFile.milliseconds) slowestFile = { name: file.name, milliseconds };
  if (bug === undefined) continue;
  const said = bug instanceof Error ? (bug.stack ?? bug.message).split("\n").slice(0, 4).join("\n") : String(bug);
  bugs.set(said, [...(bugs.get(said) ?? []), file.name]);
}
for (const [said, names] of bugs)
  console.log(`BUG in ${names.length} files, ${names.slice(0, 3).join("; ")}:\n${said}`);
const { name, milliseconds } = slowestFile;
console.log(
  `${count} damaged files, ${bugs.size} kinds of bugs; the slowest, ${name}, took ${Math.round(milliseconds)} ms`,
);
if (slowest.milliseconds > MAX_MS || milliseconds > MAX_FILE_MS || bugs.size > 0) process.exit(1);
