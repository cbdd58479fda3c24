/**
 * Compares the language with Smarty 4 on random templates: npm run tools -- smarty [COUNT [SEED]].
 * Needs Debian's packages smarty4 and php-cli. Exits with 1 if more than 0.2 % of the cases differ for no known reason.
 */

import { spawnSync } from "node:child_process";
import path from "node:path";
import { present } from "../../src/domain/present.ts";
import { parseTemplate, renderTemplate } from "../../src/language/template.ts";
import { type GeneratedCase, generateCase } from "./generate.ts";
import { knownDifference } from "./known-differences.ts";
import { Random } from "./random.ts";

const count = Number(process.argv[2] ?? 20_000);
const seed = Number(process.argv[3] ?? 20_240_229);
const BATCH = 1000;
const ALLOWED_SHARE = 0.002;
const SHOWN_PER_GROUP = 3;

interface ReferenceAnswer {
  text?: string;
  error?: string;
}

interface Difference {
  generated: GeneratedCase;
  expected: string;
  got: string;
}

const random = new Random(seed);
const groups = new Map<string, Difference[]>();
const tally = { same: 0, refused: 0, known: 0, unexplained: 0 };

for (let done = 0; done < count; done += BATCH) {
  const cases = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) => generateCase(random, done + index));
  const answers = askReference(cases);
  for (const [index, generated] of cases.entries()) compare(generated, present(answers[index]));
}
report();

function askReference(cases: readonly GeneratedCase[]): ReferenceAnswer[] {
  const input = cases.map((one) => JSON.stringify(one)).join("\n");
  const script = path.join(import.meta.dirname, "reference.php");
  const run = spawnSync("php", [script], { input, encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.status !== 0) throw new Error(`The reference failed: ${run.stderr || run.error?.message}`);
  const lines = run.stdout.trimEnd().split("\n");
  if (lines.length !== cases.length) throw new Error(`The reference answered ${lines.length} of ${cases.length} cases`);
  return lines.map((line) => JSON.parse(line) as ReferenceAnswer);
}

function compare(generated: GeneratedCase, answer: ReferenceAnswer): void {
  const { text: got, warnings } = merge(generated);
  if (answer.text === undefined) {
    // PHP stops at wrong types; the language continues with a warning (difference 3).
    tally.refused++;
    if (got.startsWith("thrown:")) note("thrown where the reference refuses", generated, answer.error ?? "", got);
    return;
  }
  if (got === answer.text) {
    tally.same++;
    return;
  }
  const reason = knownDifference({ ...generated, expected: answer.text, got, warnings });
  if (reason) tally.known++;
  else tally.unexplained++;
  note(
    reason ? `known: ${reason}` : `UNEXPLAINED ${got.startsWith("errors:") ? "error" : "text"}`,
    generated,
    answer.text,
    got,
  );
}

function merge({ template: source, data }: GeneratedCase): { text: string; warnings: string[] } {
  const { template, errors } = parseTemplate(source, { mode: "text" });
  if (errors.length > 0) {
    return { text: `errors: ${errors.map((error) => `${error.message} (${error.tag})`).join("; ")}`, warnings: [] };
  }
  const context = { now: new Date(), locale: "en-US", timeZone: "UTC", currency: "USD", autoescape: false };
  try {
    const { text, warnings } = renderTemplate(template, data, context);
    return { text, warnings: warnings.map((warning) => warning.code) };
  } catch (error) {
    return { text: `thrown: ${error instanceof Error ? error.stack : String(error)}`, warnings: [] };
  }
}

function note(group: string, generated: GeneratedCase, expected: string, got: string): void {
  const list = groups.get(group) ?? [];
  list.push({ generated, expected, got });
  groups.set(group, list);
}

function report(): void {
  const shown = Number(process.env.SHOW ?? SHOWN_PER_GROUP);
  for (const [group, list] of [...groups].sort((a, b) => a[0].localeCompare(b[0]))) {
    console.log(`\n== ${group}: ${list.length}`);
    if (group.startsWith("known")) continue;
    for (const { generated, expected, got } of list
      .sort((a, b) => a.generated.template.length - b.generated.template.length)
      .slice(0, shown)) {
      console.log(`  template ${JSON.stringify(generated.template)}`);
      console.log(`  data     ${JSON.stringify(usedData(generated))}`);
      console.log(`  expected ${JSON.stringify(expected)}\n  got      ${JSON.stringify(got)}\n`);
    }
  }
  const compared = count - tally.refused;
  const share = tally.unexplained / Math.max(1, compared);
  console.log(
    `\n${count} cases (seed ${seed}): ${tally.same} same, ${tally.known} known differences, ${tally.unexplained} unexplained ` +
      `(${(share * 100).toFixed(3)} % of ${compared}), ${tally.refused} refused by the reference`,
  );
  process.exitCode = share > ALLOWED_SHARE || groups.has("thrown where the reference refuses") ? 1 : 0;
}

function usedData({ template, data }: GeneratedCase): Record<string, unknown> {
  return Object.fromEntries(Object.entries(data).filter(([name]) => template.includes(`$${name}`)));
}
