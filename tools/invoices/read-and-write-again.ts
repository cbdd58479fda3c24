/** Reads the e-invoices of a folder and writes those in CII again: what was lost, what was added, what the rules say. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Failure } from "../../src/domain/failure.ts";
import { decodeXml } from "../../src/invoice/decode-xml.ts";
import { type InvoiceProfile, PROFILE_FACTS } from "../../src/invoice/profiles.ts";
import { beginsXml, type FoundInvoice, readInvoice, readPdfInvoice } from "../../src/invoice/read-pdf-invoice.ts";
import { writeCii } from "../../src/invoice/write-cii.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { readXmlElements, type XmlElement } from "../../src/pdf/xmp/xml-elements.ts";

const SHOWN_DIFFERENCES = 10;
const SCHEMA_OF_LEVEL = {
  minimum: "MINIMUM",
  "basic-wl": "BASICWL",
  basic: "BASIC",
  en16931: "EN16931",
  extended: "EXTENDED",
};
/** @returns the exit code: 1 if something was lost or is not valid */
export async function readAndWriteAgain(folder: string, schemas: string | undefined): Promise<number> {
  const counts = { files: 0, lossless: 0, valid: 0, wrong: 0, failed: 0 };
  for (const name of fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    if (!/\.(xml|pdf)$/i.test(name)) continue;
    counts.files++;
    const file = new Uint8Array(fs.readFileSync(path.join(folder, name)));
    let found: FoundInvoice;
    try {
      found = beginsXml(file) ? readInvoice(file) : await readPdfInvoice(openPdf(file));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      counts.failed++;
      console.log(`${name}: ${error.message}`);
      continue;
    }
    console.log(`${name}: ${found.profile ?? found.guideline ?? "no guideline"}, ${found.problems.length} problems`);
    show(
      "problem",
      found.problems.map(({ pointer, message }) => `${pointer} ${message}`),
    );
    if (!found.problems.some(({ severity }) => severity === "error")) counts.valid++;
    if (found.syntax !== "cii") continue;
    const profile = found.profile ?? "en16931";
    const written = writeCii({ ...found.invoice, guideline: found.guideline }, profile);
    const lost = difference(statements(found.xml), statements(written));
    const added = difference(statements(written), statements(found.xml));
    if (lost.length + added.length === 0) counts.lossless++;
    show("lost", lost);
    show("added", added);
    if (schemas && !isValid(schemas, name, written, profile)) counts.wrong++;
  }
  console.log(
    `${counts.files} invoices: ${counts.lossless} in CII read and written again without loss, ${counts.valid} keep the rules, ` +
      `${counts.wrong} break the schema when written, ${counts.failed} could not be read`,
  );
  return counts.wrong + counts.failed > 0 ? 1 : 0;
}

function show(what: string, lines: readonly string[]): void {
  for (const line of lines.slice(0, SHOWN_DIFFERENCES)) console.log(`  ${what}: ${line.slice(0, 200)}`);
  if (lines.length > SHOWN_DIFFERENCES) console.log(`  ${what}: ${lines.length - SHOWN_DIFFERENCES} more`);
}

/** Everything that XML says, regardless of order: texts and attributes by their paths. */
function statements(xml: Uint8Array): string[] {
  const said: string[] = [];
  const walk = ({ local, text, attributes, children }: XmlElement, above: string): void => {
    const place = `${above}/${local}`;
    const stated = attributes
      .filter(({ namespace }) => namespace === "")
      .map(({ local: name, value }) => `@${name}=${value}`);
    const content = text.trim().replaceAll(/\s+/g, " ");
    if (children.length === 0 && (content !== "" || stated.length > 0)) {
      said.push([place, ...stated.sort(), plain(content)].join(" "));
    }
    for (const child of children) walk(child, place);
  };
  walk(readXmlElements(decodeXml(xml)), "");
  return said;
}

/** 1.50 and 1.5 are one amount. */
function plain(text: string): string {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, "") : text;
}

/** What one list has and the other does not, as often as it has it. */
function difference(some: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const each of others) left.set(each, (left.get(each) ?? 0) + 1);
  return some.filter((each) => {
    const count = left.get(each) ?? 0;
    left.set(each, count - 1);
    return count <= 0;
  });
}

function isValid(schemas: string, name: string, xml: Uint8Array, profile: InvoiceProfile): boolean {
  const wanted = `_${SCHEMA_OF_LEVEL[PROFILE_FACTS[profile].level]}.xsd`;
  const schema = fs.readdirSync(schemas).find((file) => file.endsWith(wanted));
  if (!schema) throw new Error(`There is no *${wanted} in ${schemas}.`);
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "invoices-"));
  const target = path.join(scratch, `${name.replaceAll(/[/\\]/g, "-")}.xml`);
  fs.writeFileSync(target, xml);
  try {
    execFileSync("xmllint", ["--noout", "--nonet", "--schema", path.join(schemas, schema), target], { stdio: "pipe" });
    return true;
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
    show("schema", said.trim().split("\n"));
    return false;
  }
}
