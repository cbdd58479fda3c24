// Lines that the unit tests and the tests in workerd run, by module of src; what runs in the page or in other processes
// is not counted. Functions that are sent into a page say `istanbul ignore next`: nothing counts there. Figures are
// printed even if tests fail. Run: npm run coverage
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import * as z from "zod";

const root = path.resolve(import.meta.dirname, "..");
const folder = path.join(root, ".docloom/coverage");

const args = ["run", "--project", "unit", "--project", "workers", "--coverage.enabled", "--coverage.provider=istanbul"];
const report = [
  "--coverage.reporter=json-summary",
  "--coverage.reportOnFailure",
  `--coverage.reportsDirectory=${folder}`,
  "--coverage.include=src/**",
];
// Instrumented code is several times slower than the code whose time the tests bound: tests may take that much longer,
// including those with a bound of their own.
const TIMES_SLOWER = 10;
const DEFAULT_TIMEOUT_MS = 12_000;
const { status } = spawnSync(
  path.join(root, "node_modules/.bin/vitest"),
  [...args, ...report, `--testTimeout=${DEFAULT_TIMEOUT_MS * TIMES_SLOWER}`, "--reporter=dot"],
  { stdio: "inherit", env: { ...process.env, TIMES_SLOWER: String(TIMES_SLOWER) } },
);

const lines = z.object({ lines: z.object({ total: z.number(), covered: z.number() }) });
const summary = z
  .record(z.string(), lines)
  .parse(JSON.parse(fs.readFileSync(path.join(folder, "coverage-summary.json"), "utf8")));
const modules = new Map<string, { total: number; covered: number }>();
for (const [file, { lines }] of Object.entries(summary)) {
  if (file === "total") continue;
  const [module = "", layer = ""] = path.relative(path.join(root, "src"), file).split(path.sep);
  const key = module === "layout" ? `${module}/${layer}` : module;
  const sum = modules.get(key) ?? { total: 0, covered: 0 };
  sum.total += lines.total;
  sum.covered += lines.covered;
  modules.set(key, sum);
}
for (const [module, { total, covered }] of [...modules].sort(([left], [right]) => left.localeCompare(right))) {
  if (total > 0)
    console.log(`${module.padEnd(24)}${((100 * covered) / total).toFixed(1).padStart(6)} % of ${total} lines`);
}
if (status !== 0) {
  console.log("Tests failed: the figures are lower than they should be.");
  process.exitCode = 1;
}
