/**
 * E-invoices by the official rules, which are no part of the project:
 *
 *   npm run tools -- invoices [--corpus DIR] [--count 60] [--seed 1] [--keep DIR]
 *   npm run tools -- invoices --read FOLDER [--schemas DIR]
 *
 * The first makes invoices at random for every profile, two thirds valid by construction: what is written is judged by
 * the official Schematron rules, what is not has to be refused with the business term. Then the test suites of KoSIT,
 * CEN and Peppol are read, and judged as they say. The corpus has `rules/compiled` (XSLT that writes SVRL), `samples` and
 * `xrechnung-tests`; it is looked for beside the project. Needs Saxon-HE, on Debian libsaxonhe-java and
 * default-jre-headless. Fetches nothing. Exits with 1 if anything is not as it has to be.
 *
 * The second reads the invoices of a folder and writes those in CII again: what was lost, what was added, what the rules
 * say; `--schemas` validates what was written by the schemas in a folder (`*_EN16931.xsd` and so on; needs xmllint).
 */
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../src/domain/failure.ts";
import { type EInvoiceTarget, makeEInvoice } from "../src/invoice/e-invoice.ts";
import { readInvoice } from "../src/invoice/read-pdf-invoice.ts";
import { type MutatedInstance, mutatedInstances } from "./invoices/mutated-instances.ts";
import { type OfficialProblem, officialProblems } from "./invoices/official-rules.ts";
import { mistakenInvoice, validInvoice } from "./invoices/random-invoice.ts";
import { readAndWriteAgain } from "./invoices/read-and-write-again.ts";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string" },
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    keep: { type: "string" },
    read: { type: "string" },
    schemas: { type: "string" },
  },
});

/** Where the corpus is when nothing is said: beside the project, with other data that do not go into it. */
const BESIDE = path.join(import.meta.dirname, "../../shared/corpus/e-invoices");
/** At least so many of a suite's instances are judged as it says. */
const LEAST_SHARE = 0.95;

const TARGETS: Readonly<Record<string, EInvoiceTarget>> = {
  MINIMUM: { profile: "minimum" },
  "BASIC WL": { profile: "basic-wl" },
  BASIC: { profile: "basic" },
  "EN 16931": { profile: "en16931" },
  EXTENDED: { profile: "extended" },
  XRECHNUNG: { profile: "xrechnung" },
  "EN 16931 in UBL": { profile: "en16931", syntax: "ubl" },
  "XRECHNUNG in UBL": { profile: "xrechnung", syntax: "ubl" },
  "Peppol BIS": { profile: "peppol", syntax: "ubl" },
};

if (options.read !== undefined) process.exit(await readAndWriteAgain(options.read, options.schemas));

const corpus = options.corpus ?? BESIDE;
const compiled = path.join(corpus, "rules/compiled");
if (!fs.existsSync(compiled)) {
  console.error(`There are no rules in ${compiled}: npm run tools -- invoices --corpus DIR`);
  process.exit(2);
}
let failures = 0;
checkRandom(Number(options.count), Number(options.seed));
checkInstances();
checkSamples();
process.exit(failures > 0 ? 1 : 0);

function fail(message: string): void {
  failures++;
  console.log(`  ${message.slice(0, 300)}`);
}

function checkRandom(count: number, seed: number): void {
  const written = new Map<string, Uint8Array>();
  for (const [title, target] of Object.entries(TARGETS)) {
    let refused = 0;
    for (let index = 0; index < count; index++) {
      const name = `${title} ${index}`;
      const isValid = index % 3 !== 2;
      const make = isValid ? validInvoice : mistakenInvoice;
      const record = make(seed * 1_000_000 + index, target.profile, target.syntax === "ubl");
      try {
        written.set(name, makeEInvoice(record, target).xml);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        refused++;
        const said = error.errors.map(({ message }) => message).join(" ");
        if (isValid) fail(`${name} is valid, and refused: ${said}`);
        else if (!/\b(?:BT|BG)-/.test(said)) fail(`${name} is refused without a business term: ${said}`);
      }
    }
    console.log(`${title}: ${count} invoices, ${refused} refused`);
  }
  const judged = officialProblems(written, compiled);
  let fatal = 0;
  for (const [name, problems] of judged) {
    keep(name, written.get(name));
    for (const problem of problems.filter(({ isFatal }) => isFatal)) {
      fatal++;
      fail(`${name} breaks ${problem.id}: ${problem.text}`);
    }
  }
  console.log(`Written: ${written.size} invoices, ${fatal} fatal by the official rules`);
}

function keep(name: string, xml: Uint8Array | undefined): void {
  if (options.keep === undefined || !xml) return;
  fs.mkdirSync(options.keep, { recursive: true });
  fs.writeFileSync(path.join(options.keep, `${name.replaceAll(" ", "-")}.xml`), xml);
}

/** KoSIT: the rules that an instance names hold, or are broken. */
function checkInstances(): void {
  const folder = path.join(corpus, "xrechnung-tests");
  const instances = fs
    .readdirSync(folder)
    .sort()
    .flatMap((name) => mutatedInstances(name, fs.readFileSync(path.join(folder, name), "utf8")));
  const wrong = instances.filter((instance) => {
    const said = differences(instance);
    if (said.length > 0) console.log(`  ${instance.name}: ${said.join(", ")}`);
    return said.length > 0;
  });
  report("KoSIT", instances.length, wrong.length);
}

function differences({ xml, valid, invalid }: MutatedInstance): string[] {
  const reported = new Set(readInvoice(new TextEncoder().encode(xml)).problems.map(({ rule }) => rule));
  return [
    ...valid.filter((rule) => reported.has(rule)).map((rule) => `${rule} is said to be broken`),
    ...invalid.filter((rule) => !reported.has(rule)).map((rule) => `${rule} is not said to be broken`),
  ];
}

/** CEN and Peppol: what the official rules accept is accepted, and the rest is refused for a rule that they name. */
function checkSamples(): void {
  const folder = path.join(corpus, "samples");
  const files = new Map(
    fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".xml"))
      .sort()
      .map((name) => [name, new Uint8Array(fs.readFileSync(path.join(folder, name)))]),
  );
  let wrong = 0;
  for (const [name, official] of officialProblems(files, compiled)) {
    const said = verdictOf(files.get(name) ?? new Uint8Array(), official);
    if (said === undefined) continue;
    wrong++;
    console.log(`  ${name}: ${said}`);
  }
  report("CEN and Peppol", files.size, wrong);
}

function verdictOf(xml: Uint8Array, official: readonly OfficialProblem[]): string | undefined {
  const { problems, unknown } = readInvoice(xml);
  const own = problems.filter(({ severity }) => severity === "error");
  // elements that Factur-X has no place for have no id there; here they are told apart from what is broken
  const isReported = (id: string) => id === "" && unknown.length > 0;
  const fatal = new Set(official.flatMap(({ id, isFatal }) => (isFatal && !isReported(id) ? [id] : [])));
  if (fatal.size === 0) return own.length === 0 ? undefined : `is refused for ${own[0]?.message}`;
  if (own.length === 0) return `is not refused for ${[...fatal].join(", ")}`;
  const shared = own.some(
    ({ rule }) => fatal.has(rule) || [...fatal].some((id) => id.startsWith(rule) || isCodeOf(id, rule)),
  );
  return shared ? undefined : `is refused for ${own[0]?.rule}, not for ${[...fatal].join(", ")}`;
}

/** Factur-X numbers its code lists one by one for each element. */
function isCodeOf(id: string, rule: string): boolean {
  return id.startsWith("FX-SCH-A") && rule.startsWith("BR-CL");
}

function report(suite: string, count: number, wrong: number): void {
  const share = (count - wrong) / count;
  console.log(`${suite}: ${count} instances, ${count - wrong} judged as they say (${(share * 100).toFixed(1)} %)`);
  if (share < LEAST_SHARE) fail(`${suite}: fewer than ${LEAST_SHARE * 100} %`);
}
