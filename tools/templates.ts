// Merges every template folder of a directory and compares the files with the folder's expect.json.
//   npm run tools -- templates DIR                                        in this process, at 2024-06-01T12:00:00Z
//   npm run tools -- templates DIR --base-url URL --key KEY --secret SECRET   through a running service
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { DocumentType } from "../src/domain/document.ts";
import { inflateNatively } from "../src/office/inflate-native.ts";
import { OFFICE_LIMITS } from "../src/office/limits.ts";
import { ZipArchive } from "../src/office/zip-archive.ts";
import { engineFor } from "../src/templates/engines.ts";
import { TEST_ENVIRONMENT } from "../src/templates/testing/render.ts";
import { officeProblems } from "../src/templates/testing/validity/office-problems.ts";
import { checkText, type Facts, NO_FACTS, Verdict } from "./templates/facts.ts";
import { checkForm } from "./templates/form-facts.ts";
import { OfficeFile } from "./templates/office-file.ts";
import { checkSheets } from "./templates/sheet-facts.ts";
import { checkSlides } from "./templates/slide-facts.ts";
import { checkWord } from "./templates/word-facts.ts";

interface TemplateFolder {
  name: string;
  type: DocumentType;
  template: Uint8Array;
  data: Record<string, unknown>;
  facts: Facts;
}

interface Merged {
  bytes: Uint8Array;
  /** Top-level names of the template's merge fields. */
  fields: string[];
}

const KNOWN: ReadonlySet<string> = new Set([
  ..."must mustNot order counts header footer footnotes hyperlinkTargets coreTitle images qrDecodesTo pagesMin emptyParagraphsMax".split(
    " ",
  ),
  ..."slideOrder cells formulas mergedIncludes conditionalFormatRange printArea definedName chartRanges tableRef noTags fieldNames mergeFields filled".split(
    " ",
  ),
  ...NO_FACTS,
]);

function readFolders(directory: string): TemplateFolder[] {
  return fs
    .readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const folder = path.join(directory, name);
      const file = fs.readdirSync(folder).find((each) => /^template\.(?:docx|xlsx|pptx|html|pdf)$/.test(each));
      if (!file) return [];
      const read = (each: string) => JSON.parse(fs.readFileSync(path.join(folder, each), "utf8"));
      const template = new Uint8Array(fs.readFileSync(path.join(folder, file)));
      const type = path.extname(file).slice(1) as DocumentType;
      return [{ name, type, template, data: read("data.json"), facts: read("expect.json") as Facts }];
    });
}

async function mergeHere({ name, type, template, data }: TemplateFolder): Promise<Merged> {
  const engine = engineFor(type);
  const settings = { flatten: false };
  const { errors, fields } = await engine.inspect(template, settings);
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const { bytes } = await engine.render({ versionKey: name, bytes: async () => template }, data, {
    ...TEST_ENVIRONMENT,
    settings,
  });
  return { bytes, fields: fields.map((field) => field.name) };
}

interface Service {
  base: string;
  authorization: string;
}

async function mergeThere(
  { name, type, template, data }: TemplateFolder,
  { base, authorization }: Service,
): Promise<Merged> {
  const content =
    type === "html"
      ? { html: new TextDecoder().decode(template) }
      : { file_contents: Buffer.from(template).toString("base64") };
  const settings = { locale: "en-US", timezone: "UTC", currency: "USD", ...(type === "pdf" ? { flatten: 0 } : {}) };
  const headers = { authorization, "content-type": "application/json" };
  const created = await fetch(`${base}/api/documents`, {
    method: "POST",
    headers,
    body: JSON.stringify({ name: `check ${name}`, type, output: type, settings, ...content }),
  });
  if (!created.ok) throw new Error(`create: ${created.status} ${await created.text()}`);
  const document = (await created.json()) as { id: string; url: string; fields: { name: string }[] };
  try {
    const merged = await fetch(`${document.url}?download=1`, { method: "POST", headers, body: JSON.stringify(data) });
    if (!merged.ok) throw new Error(`merge: ${merged.status} ${await merged.text()}`);
    return { bytes: new Uint8Array(await merged.arrayBuffer()), fields: document.fields.map((field) => field.name) };
  } finally {
    await fetch(`${base}/api/documents/${document.id}`, { method: "DELETE", headers: { authorization } });
  }
}

/** What the merge has introduced that would make a program repair the file. */
function newProblems(template: Uint8Array, merged: Uint8Array): string[] {
  const problemsOf = (bytes: Uint8Array) => officeProblems(ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively));
  const known = new Set(problemsOf(template));
  return problemsOf(merged).filter((problem) => !known.has(problem));
}

async function check(
  { type, template, facts }: TemplateFolder,
  { bytes, fields }: Merged,
  verdict: Verdict,
): Promise<void> {
  if (type !== "html" && type !== "pdf") {
    const problems = newProblems(template, bytes);
    verdict.expect(problems.length === 0, `the file would be repaired: ${problems.join("; ")}`);
  }
  for (const fact of Object.keys(facts)) if (!KNOWN.has(fact)) verdict.expect(false, `the fact "${fact}" is not known`);
  if (type === "docx") checkWord(facts, new OfficeFile(bytes), verdict);
  else if (type === "pptx") checkSlides(facts, new OfficeFile(bytes), verdict);
  else if (type === "xlsx") checkSheets(facts, new OfficeFile(bytes), verdict);
  else if (type === "pdf") await checkForm(facts, bytes, fields, verdict);
  else checkText(facts, new TextDecoder().decode(bytes), verdict, (text) => text);
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "base-url": { type: "string" },
      key: { type: "string" },
      secret: { type: "string" },
      only: { type: "string" },
    },
  });
  const [directory] = positionals;
  if (!directory) throw new Error("Say which directory: npm run tools -- templates DIR");
  const base = values["base-url"]?.replace(/\/$/, "");
  const authorization = `Basic ${Buffer.from(`${values.key}:${values.secret}`).toString("base64")}`;
  let [failed, checked] = [0, 0];
  for (const folder of readFolders(directory)) {
    if (values.only && !folder.name.includes(values.only)) continue;
    const verdict = new Verdict();
    try {
      const merged = base ? await mergeThere(folder, { base, authorization }) : await mergeHere(folder);
      await check(folder, merged, verdict);
    } catch (error) {
      verdict.expect(false, error instanceof Error ? error.message : String(error));
    }
    failed += verdict.failures.length;
    checked += verdict.checked;
    console.log(`${verdict.failures.length === 0 ? "ok  " : "FAIL"} ${folder.name} (${verdict.checked} facts)`);
    for (const failure of verdict.failures) console.log(`       ${failure}`);
  }
  console.log(`${checked - failed} of ${checked} facts hold`);
  process.exitCode = failed > 0 ? 1 : 0;
}

await main();
