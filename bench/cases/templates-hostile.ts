/** Time until bombs, declarations, macros and lying headers are refused or dropped: when a file is saved, and merging it. */
import { engineFor } from "../../src/templates/engines.ts";
import { hostileFiles } from "../../src/templates/testing/hostile-files.ts";
import { TEST_ENVIRONMENT } from "../../src/templates/testing/render.ts";
import { line, timed } from "../harness.ts";

const GOAL_MS = 300;

async function outcomeOf(run: () => Promise<unknown>): Promise<readonly [outcome: string, milliseconds: number]> {
  let outcome = "taken";
  const milliseconds = await timed(() =>
    run().catch((error: { code?: string; message: string }) => {
      outcome = error.code ?? error.message;
    }),
  );
  return [outcome.slice(0, 17), milliseconds];
}

export async function run(): Promise<boolean> {
  let slowest = 0;
  line(["format", 7], ["file", 45], ["saved", 17], ["   ms", 5], ["merged", 17], ["   ms", 5]);
  for (const { type, what, bytes } of hostileFiles()) {
    const engine = engineFor(type);
    const [saved, savedMs] = await outcomeOf(() => engine.inspect(bytes, {}));
    const source = { versionKey: `${type} ${what}`, bytes: async () => bytes };
    const [merged, mergedMs] = await outcomeOf(() => engine.render(source, { name: "x" }, TEST_ENVIRONMENT));
    slowest = Math.max(slowest, savedMs, mergedMs);
    line([type, 7], [what, 45], [saved, 17], [savedMs, 5], [merged, 17], [mergedMs, 5]);
  }
  console.log(`\nThe slowest took ${slowest.toFixed(0)} ms; the goal is ${GOAL_MS} ms.`);
  return slowest < GOAL_MS;
}
