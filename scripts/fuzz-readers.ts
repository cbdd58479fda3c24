/**
 * Reads changed fonts, pictures and metafiles, a sample of which `npm test` reads: nothing may be thrown, nothing may take
 * longer than a second.
 *
 *   npm run fuzz:readers -- [COUNT] [SEED]
 */
import { mutants } from "../src/pages/testing/mutants.ts";

const MAX_MS = 1_000;
const [count = "20000", seed = "1"] = process.argv.slice(2);
let slowest = { name: "", milliseconds: 0 };
for (const mutant of mutants(Number(count), Number(seed))) {
  if (mutant.milliseconds > slowest.milliseconds) slowest = mutant;
}
console.log(`${count} files were borne; the slowest, ${slowest.name}, took ${Math.round(slowest.milliseconds)} ms`);
if (slowest.milliseconds > MAX_MS) process.exit(1);
