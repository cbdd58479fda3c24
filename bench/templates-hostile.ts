/**
 * Time until bombs, declarations, macros and lying headers are refused or dropped, for each format of templates: looking
 * at the file when it is saved, and merging it. Run: npm run bench -- templates-hostile
 */
import { engineFor } from "../src/templates/engines.ts";
import { hostileFiles } from "../src/templates/testing/hostile-files.ts";
import { TEST_ENVIRONMENT } from "../src/templates/testing/render.ts";

const GOAL_MS = 300;
let slowest = 0;

async function timed(run: () => Promise<unknown>): Promise<{ milliseconds: number; outcome: string }> {
  const start = performance.now();
  const outcome = await run().then(
    () => "taken",
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
  const milliseconds = performance.now() - start;
  slowest = Math.max(slowest, milliseconds);
  return { milliseconds, outcome };
}

console.log("format  file                                          saved          ms   merged         ms");
for (const { type, what, bytes } of hostileFiles()) {
  const engine = engineFor(type);
  const saved = await timed(() => engine.inspect(bytes, {}));
  const source = { versionKey: `${type} ${what}`, bytes: async () => bytes };
  const merged = await timed(() => engine.render(source, { name: "x" }, TEST_ENVIRONMENT));
  const columns = [saved, merged].map(
    ({ milliseconds, outcome }) => `${outcome.padEnd(17).slice(0, 17)} ${milliseconds.toFixed(0).padStart(5)}`,
  );
  console.log(`${type.padEnd(7)} ${what.padEnd(45)} ${columns.join("   ")}`);
}
console.log(`\nThe slowest took ${slowest.toFixed(0)} ms; the goal is ${GOAL_MS} ms.`);
process.exitCode = slowest < GOAL_MS ? 0 : 1;
