import fs from "node:fs";
import path from "node:path";
import { strToU8, unzipSync, zipSync } from "fflate";
import { buildPages } from "../../../src/pdf/testing/build-file.ts";
import type { Random } from "../../smarty/random.ts";
import { fileOfEachKind } from "../../support/file-kinds.ts";
import { elementsOf } from "../amplify/amplify-markup.ts";
import { type CaseMaker, fileRequest, randomOf, templateRequest } from "../hostile-case.ts";
import { PDF_TOOL_CALLS } from "../pdf-tool-calls.ts";

const MAX_FIXTURE_BYTES = 40_000;
const folder = path.resolve(import.meta.dirname, "../../fixtures/office");

interface Named {
  name: string;
  bytes: Uint8Array;
}

function fixtures(): Named[] {
  const files = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const office = files
    .filter((file) => /\.(?:docx?|xlsx?|pptx?)$/.test(file))
    .map((file) => ({ name: path.basename(file), bytes: new Uint8Array(fs.readFileSync(path.join(folder, file))) }))
    .filter(({ bytes }) => bytes.length <= MAX_FIXTURE_BYTES);
  return [...office, ...Object.entries(fileOfEachKind()).map(([name, bytes]) => ({ name, bytes }))];
}

const form = buildPages(2, {
  catalog:
    "/AcroForm<</Fields[50 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 0 Tf 0 g)>>/Outlines 60 0 R/Names<</Dests<</Names[(a)[10 0 R/Fit]]>>>>",
  page: () => "/Annots[50 0 R]/Rotate 90",
  objects: {
    50: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(x)/Rect[10 10 90 30]/P 10 0 R>>",
    60: "<</First 61 0 R/Last 61 0 R/Count 1>>",
    61: "<</Title(One)/Parent 60 0 R/Dest(a)>>",
  },
});
export const PDFS: readonly Named[] = [
  { name: "plain.pdf", bytes: buildPages(3) },
  { name: "form.pdf", bytes: form },
];
export const OFFICE = fixtures();
export const PACKED = OFFICE.filter(({ name }) => /\.(?:docx|xlsx|pptx)$/.test(name));

const NUMBERS = [
  "0",
  "-1",
  "2147483648",
  "99999999999999999999",
  "1e308",
  "NaN",
  "",
  "0.0000001",
  "65536",
  "-2147483649",
  "1e999",
  "-Infinity",
];
/** Pieces of PDF syntax, to be put where they do not belong. */
const PDF_TOKENS = [
  "<<",
  ">>",
  "[",
  "]",
  "(",
  ")",
  "/",
  "1 0 R",
  "99999 0 R",
  "stream",
  "endstream",
  "endobj",
  "null",
  "%",
];

function changedBytes(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = bytes.slice();
  for (let count = 1 + random.below(12); count > 0; count--) changed[random.below(changed.length)] = random.below(256);
  return changed;
}

export function changedPdf(bytes: Uint8Array, random: Random): Uint8Array {
  const text = Buffer.from(bytes).toString("latin1");
  const at = random.below(text.length);
  const end = at + random.below(60);
  const mutate = [
    () => text.slice(0, at),
    () => text.slice(0, at) + text.slice(end),
    () => text.slice(0, at) + text.slice(at, end).repeat(1 + random.below(30)) + text.slice(end),
    () => text.slice(0, at) + random.pick(PDF_TOKENS) + text.slice(at),
    () => text.replace(/\d+/g, (digits) => (random.chance(0.04) ? random.pick(NUMBERS) : digits)),
    () => text.replace(/\d+ 0 R/g, (reference) => (random.chance(0.2) ? `${1 + random.below(62)} 0 R` : reference)),
    () => Buffer.from(changedBytes(bytes, random)).toString("latin1"),
  ];
  return new Uint8Array(Buffer.from(random.pick(mutate)(), "latin1"));
}

/** XML that stays well formed: an element is dropped, doubled, put into itself or emptied. */
function changedElements(xml: string, random: Random): string {
  const elements = elementsOf(xml).filter(({ parent }) => parent !== "");
  if (elements.length === 0) return xml;
  const { start, content, end } = random.pick(elements);
  const element = xml.slice(start, end);
  const isEmpty = content === end;
  const inner = isEmpty ? content : end - (element.length - element.lastIndexOf("</"));
  const changed = random.pick([
    "",
    element.repeat(2),
    isEmpty ? element : xml.slice(start, inner) + element + xml.slice(inner, end),
    isEmpty ? element : xml.slice(start, content) + xml.slice(inner, end),
  ]);
  return xml.slice(0, start) + changed + xml.slice(end);
}

const ATTRIBUTE = / [\w:]+="[^"]*"/g;

/** An attribute is emptied, or has a number that it should not have. */
function changedAttribute(xml: string, random: Random): string {
  const attributes = [...xml.matchAll(ATTRIBUTE)].filter(([attribute]) => !attribute.startsWith(" xmlns"));
  if (attributes.length === 0) return xml;
  const { 0: attribute, index } = random.pick(attributes);
  const name = attribute.slice(0, attribute.indexOf("="));
  return `${xml.slice(0, index)}${name}="${random.pick(NUMBERS)}"${xml.slice(index + attribute.length)}`;
}

export function changedXml(xml: string, random: Random): string {
  const at = random.below(xml.length + 1);
  const end = at + random.below(80);
  const mutate = [
    () => changedElements(xml, random),
    () => changedElements(changedElements(xml, random), random),
    () => changedAttribute(xml, random),
    () => changedAttribute(changedAttribute(xml, random), random),
    () => xml.slice(0, at),
    () => xml.slice(0, at) + xml.slice(end),
    () => xml.slice(0, at) + xml.slice(at, end).repeat(3) + xml.slice(end),
    () => xml.replace(/"-?\d+"/g, (value) => (random.chance(0.2) ? `"${random.pick(NUMBERS)}"` : value)),
    () => xml.replace(/<(\w+:)?(\w+)/g, (tag) => (random.chance(0.05) ? `${tag}x` : tag)),
    () => xml.replace(/ \w+(?::\w+)?="[^"]*"/g, (attribute) => (random.chance(0.1) ? "" : attribute)),
    () => xml.replace(/rId\d+/g, () => `rId${random.below(9)}`),
  ];
  return random.pick(mutate)();
}

export function changedPackage(bytes: Uint8Array, random: Random): Uint8Array {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).filter((part) => /\.(?:xml|rels)$/.test(part));
  for (let count = 1 + random.below(3); count > 0; count--) {
    const part = random.pick(names);
    const content = parts[part];
    if (!content) continue;
    if (random.chance(0.1)) delete parts[part];
    else parts[part] = strToU8(changedXml(new TextDecoder().decode(content), random));
  }
  return zipSync(parts, { level: 1 });
}

export function changedOffice(file: Named, random: Random): Uint8Array {
  const isPacked = PACKED.includes(file);
  if (isPacked && random.chance(0.8)) return changedPackage(file.bytes, random);
  if (random.chance(0.2)) return file.bytes.subarray(0, random.below(file.bytes.length));
  return changedBytes(file.bytes, random);
}

/** PDFs changed anywhere, in bytes and in syntax, to each of the tools. */
export const changedPdfs: CaseMaker = (number) => {
  const random = randomOf(number);
  const file = random.pick(PDFS);
  const [tool, fields] = random.pick(PDF_TOOL_CALLS);
  const bytes = changedPdf(file.bytes, random);
  return {
    kind: "changed PDFs",
    name: `${file.name} ${number} to ${tool}`,
    ...fileRequest(tool, { ...file, bytes }, fields),
  };
};

/** Office files changed anywhere, converted, including layout in the browser. */
export const changedOfficeFiles: CaseMaker = (number) => {
  const random = randomOf(number);
  const file = random.pick(OFFICE);
  const bytes = changedOffice(file, random);
  return {
    kind: "changed Office files",
    name: `${file.name} ${number}`,
    ...fileRequest("convert_to_pdf", { ...file, bytes }),
  };
};

/** The same as templates. */
export const changedTemplates: CaseMaker = (number) => {
  const random = randomOf(number);
  if (random.chance(0.2)) {
    return {
      kind: "changed templates",
      name: `form.pdf ${number}`,
      ...templateRequest("pdf", changedPdf(form, random)),
    };
  }
  const file = random.pick(PACKED);
  const bytes = changedPackage(file.bytes, random);
  return {
    kind: "changed templates",
    name: `${file.name} ${number}`,
    ...templateRequest(path.extname(file.name).slice(1), bytes),
  };
};
