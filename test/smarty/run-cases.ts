/**
 * Runs a file of language cases ([{template, data, expected, tz}]; expected is what Smarty 4 printed) and prints those
 * that differ. Usage: npm run tools -- language FILE
 */
import { readFileSync } from "node:fs";
import { parseTemplate, renderTemplate } from "../../src/language/template.ts";

interface LanguageCase {
  id: string;
  template: string;
  data: Record<string, unknown>;
  expected: string;
  tz?: string;
}

const file = process.argv[2];
if (!file) throw new Error("Usage: npm run tools -- language FILE");
const cases = JSON.parse(readFileSync(file, "utf8")) as LanguageCase[];
let passed = 0;
for (const { id, template, data, expected, tz } of cases) {
  const got = runCase(template, data, tz ?? "UTC");
  if (got === expected) passed++;
  else
    console.log(
      `${id}\n  template ${template}\n  expected ${JSON.stringify(expected)}\n  got      ${JSON.stringify(got)}`,
    );
}
console.log(`${passed}/${cases.length}`);
process.exitCode = passed === cases.length ? 0 : 1;

function runCase(source: string, data: Record<string, unknown>, timeZone: string): string {
  const { template, errors } = parseTemplate(source, { mode: "html" });
  if (errors.length > 0) return `errors: ${errors.map((error) => error.message).join("; ")}`;
  try {
    return renderTemplate(template, data, {
      now: new Date(),
      locale: "en-US",
      timeZone,
      currency: "USD",
      autoescape: false,
    }).text;
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.stack : String(error)}`;
  }
}
