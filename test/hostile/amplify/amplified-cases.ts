import fs from "node:fs";
import path from "node:path";
import { arimo } from "../../../src/font/testing/fonts.ts";
import { makeEInvoice } from "../../../src/invoice/e-invoice.ts";
import { sampleInvoice } from "../../../src/invoice/testing/sample-invoice.ts";
import { buildPages } from "../../../src/pdf/testing/build-file.ts";
import type { Random } from "../../smarty/random.ts";
import { fileOfEachKind } from "../../support/file-kinds.ts";
import { fileRequest, type HostileCase, jsonRequest, randomOf, templateRequest } from "../hostile-case.ts";
import { PDF_TOOL_CALLS } from "../pdf-tool-calls.ts";
import { type Amplifier, LARGER } from "./amplified.ts";
import { amplifyFont } from "./amplify-font.ts";
import { amplifyJson } from "./amplify-json.ts";
import { amplifyStyles, amplifyTextFile } from "./amplify-markup.ts";
import { amplifyPackage } from "./amplify-package.ts";
import { amplifyPdf } from "./amplify-pdf.ts";

const MAX_FIXTURE_BYTES = 40_000;
const fixtures = path.resolve(import.meta.dirname, "../../fixtures");

interface Named {
  name: string;
  bytes: Uint8Array;
}

function filesIn(folder: string, names: RegExp): Named[] {
  return fs
    .readdirSync(path.join(fixtures, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => names.test(file))
    .sort()
    .map((file) => ({
      name: path.basename(file),
      bytes: new Uint8Array(fs.readFileSync(path.join(fixtures, folder, file))),
    }))
    .filter(({ bytes }) => bytes.length <= MAX_FIXTURE_BYTES);
}

/** A PDF with one of each thing that tools look for. */
const form = buildPages(2, {
  catalog:
    "/AcroForm<</Fields[50 0 R]/DR<</Font<</Helv 3 0 R>>>>/DA(/Helv 0 Tf 0 g)>>/Outlines 60 0 R" +
    "/Names<</Dests<</Names[(a)[10 0 R/Fit]]>>/EmbeddedFiles<</Names[(a)70 0 R]>>>>/PageLabels<</Nums[0<</S/r>>]>>" +
    "/StructTreeRoot 80 0 R/MarkInfo<</Marked true>>",
  page: () => "/Annots[50 0 R 51 0 R]/Rotate 90/StructParents 0",
  objects: {
    50: "<</Type/Annot/Subtype/Widget/FT/Tx/T(Name)/V(x)/Rect[10 10 90 30]/P 10 0 R/DA(/Helv 9 Tf)>>",
    51: "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D(a)>>/AP<</N 90 0 R>>>>",
    60: "<</First 61 0 R/Last 61 0 R/Count 1>>",
    61: "<</Title(One)/Parent 60 0 R/Dest(a)>>",
    70: "<</Type/Filespec/F(a)/UF(a)/EF<</F 71 0 R>>>>",
    71: { entries: "/Type/EmbeddedFile", bytes: "x" },
    80: "<</Type/StructTreeRoot/K 81 0 R/ParentTree<</Nums[0[82 0 R]]>>>>",
    81: "<</S/Table/P 80 0 R/K[82 0 R]>>",
    82: "<</S/TR/P 81 0 R/K[0]/Pg 10 0 R>>",
    90: { entries: "/Subtype/Form/BBox[0 0 9 9]", bytes: "0 0 9 9 re f" },
  },
});

const PDFS: readonly Named[] = [
  { name: "plain.pdf", bytes: buildPages(3) },
  { name: "form.pdf", bytes: form },
  ...filesIn("pdf", /\.pdf$/),
].filter(({ name }) => name !== "qpdf-encrypted.pdf");
const PACKED: readonly Named[] = [
  ...filesIn("office", /\.(?:docx|xlsx|pptx)$/),
  ...Object.entries(fileOfEachKind())
    .filter(([name]) => /\.(?:docx|xlsx|pptx)$/.test(name))
    .map(([name, bytes]) => ({ name, bytes })),
];
const PAGES: readonly Named[] = filesIn("archive", /\.html$/);
const RECORDS: readonly unknown[] = [
  { text: "a", rows: [{ name: "a" }, { name: "b" }], m: { a: { b: [1] } }, x: "x" },
  sampleInvoice(),
];

/** UBL has one number for whoever buys. */
const { buyer, ...invoice } = sampleInvoice();
const plain = { ...invoice, buyer: { ...buyer, id: undefined, other_ids: undefined } };
const INVOICES: readonly Named[] = (["cii", "ubl"] as const).map((syntax) => ({
  name: `${syntax}.xml`,
  bytes: makeEInvoice(plain, { profile: "en16931", syntax }).xml,
}));

/** A file that is read by the service, once with something in it many times, once with four times as many. */
export interface AmplifiedCase {
  kind: string;
  name: string;
  smaller: () => HostileCase;
  larger: () => HostileCase;
  /** How the file is read, and the file, for those who read it without a service. */
  file: { name: string; tool: string; make(isLarger: boolean): Uint8Array };
}

type Sending = (bytes: Uint8Array, random: Random) => Pick<HostileCase, "method" | "path" | "headers" | "body">;

interface Class {
  kind: string;
  /** How often it is chosen. */
  share: number;
  choose(random: Random): { file: Named; amplifier: Amplifier; tool: string; send: Sending };
}

const toTool =
  (tool: string, name: string, fields: Readonly<Record<string, string>> = {}): Sending =>
  (bytes) =>
    fileRequest(tool, { name, bytes }, fields);

/** @param address where a document that prints all of its data is merged */
const classes = (address: string): readonly Class[] => [
  {
    kind: "Office",
    share: 10,
    choose(random) {
      const file = random.pick(PACKED);
      return { file, amplifier: amplifyPackage, tool: "convert_to_pdf", send: toTool("convert_to_pdf", file.name) };
    },
  },
  {
    kind: "PDF",
    share: 10,
    choose(random) {
      const file = random.pick(PDFS);
      const [tool, fields] = random.pick(PDF_TOOL_CALLS);
      return { file, amplifier: amplifyPdf, tool, send: toTool(tool, file.name, fields) };
    },
  },
  {
    kind: "Office template",
    share: 3,
    choose(random) {
      const file = random.pick(PACKED);
      const type = path.extname(file.name).slice(1);
      return { file, amplifier: amplifyPackage, tool: "template", send: (bytes) => templateRequest(type, bytes) };
    },
  },
  {
    kind: "html",
    share: 3,
    choose(random) {
      const file = random.pick(PAGES);
      const amplifier = random.chance(0.3) ? amplifyStyles : amplifyTextFile;
      return { file, amplifier, tool: "html", send: toTool("convert_to_pdf", file.name) };
    },
  },
  {
    kind: "data",
    share: 3,
    choose(random) {
      const record = random.pick(RECORDS);
      const file = { name: "data.json", bytes: new TextEncoder().encode(JSON.stringify(record)) };
      const send: Sending = (bytes) => jsonRequest("POST", `${address}?download=1`, new TextDecoder().decode(bytes));
      return { file, amplifier: amplifyJson, tool: "merge", send };
    },
  },
  {
    kind: "e-invoice",
    share: 3,
    choose(random) {
      const file = random.pick(INVOICES);
      const tool = random.pick(["read_invoice", "validate_invoice"]);
      return { file, amplifier: amplifyTextFile, tool, send: toTool(tool, file.name) };
    },
  },
  {
    kind: "font",
    share: 1,
    choose() {
      const file = { name: "own.ttf", bytes: arimo };
      const send: Sending = (bytes) => ({ ...fileRequest("fonts", { name: "own.ttf", bytes }), path: "/api/fonts" });
      return { file, amplifier: amplifyFont, tool: "font", send };
    },
  },
];

const SEED_STEP = 1_000_003;
const MOST_TRIES = 50;

/** The case of a number: the same numbers give the same case. */
export function amplifiedCase(seed: number, number: number, address: string, only?: string): AmplifiedCase {
  const random = randomOf(seed * SEED_STEP + number);
  const known = classes(address).filter(({ kind }) => only === undefined || kind === only);
  const shares = known.flatMap((each) => new Array<Class>(each.share).fill(each));
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const chosen = random.pick(shares);
    const { file, amplifier, tool, send } = chosen.choose(random);
    const amplified = amplifier(file.bytes, random);
    if (!amplified) continue;
    const { what, times } = amplified;
    const make = (isLarger: boolean) => amplified.make(isLarger ? LARGER * times : times);
    const name = `${file.name}, ${times} times ${what}, to ${tool}`;
    const sent = (isLarger: boolean) => () => ({
      kind: chosen.kind,
      name,
      ...send(make(isLarger), random),
    });
    const { kind } = chosen;
    return { kind, name, smaller: sent(false), larger: sent(true), file: { name: file.name, tool, make } };
  }
  throw new Error("Nothing in the files can be repeated.");
}
