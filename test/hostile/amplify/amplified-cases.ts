import path from "node:path";
import type { Random } from "../../smarty/random.ts";
import { paragraph, wordDocumentWithFont } from "../../support/office-files.ts";
import { fileRequest, type HostileCase, jsonRequest, randomOf, templateRequest } from "../hostile-case.ts";
import { PDF_TOOL_CALLS } from "../pdf-tool-calls.ts";
import type { TargetDocuments } from "../target.ts";
import { type Amplifier, LARGER } from "./amplified.ts";
import { amplifyBinaryWorkbook } from "./amplify-binary-workbook.ts";
import { amplifyBytes } from "./amplify-bytes.ts";
import { amplifyFont } from "./amplify-font.ts";
import { amplifyJson } from "./amplify-json.ts";
import { amplifyStyles, amplifyTextFile } from "./amplify-markup.ts";
import { amplifyOldOffice } from "./amplify-old-office.ts";
import { amplifyOpenDocument, amplifyOpenSpreadsheet } from "./amplify-open-document.ts";
import { amplifyOpenPresentation } from "./amplify-open-presentation.ts";
import { amplifyPackage } from "./amplify-package.ts";
import { amplifyPdf } from "./amplify-pdf.ts";
import { amplifyPlainText, amplifyRichText, amplifyValues } from "./amplify-plain.ts";
import { amplifyForm, amplifyTable } from "./amplify-table.ts";
import {
  IMAGES,
  INVOICES,
  OPEN_FONTS,
  PACKED,
  PACKED_FONTS,
  PAGE_TEMPLATE,
  PAGES,
  PDFS,
  PLAIN_INVOICE,
  RECORD,
  type SmallFile,
  TEMPLATES,
} from "./small-files.ts";

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
  choose(random: Random): { file: SmallFile; amplifier: Amplifier; tool: string; send: Sending };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const jsonFile = (data: unknown): SmallFile => ({
  name: "data.json",
  bytes: new TextEncoder().encode(JSON.stringify(data)),
});
const NOTHING: SmallFile = { name: "data", bytes: new Uint8Array(0) };

const toTool =
  (tool: string, name: string, fields: Readonly<Record<string, string>> = {}): Sending =>
  (bytes) =>
    fileRequest(tool, { name, bytes }, fields);

const toAddress =
  (address: string, type: string): Sending =>
  (bytes) => ({ method: "POST", path: address, headers: { "content-type": type }, body: text(bytes) });

/** Files of text, by how their names end. */
const PLAIN = {
  odt: amplifyOpenDocument,
  ods: amplifyOpenSpreadsheet,
  odp: amplifyOpenPresentation,
  xlsb: amplifyBinaryWorkbook,
  rtf: amplifyRichText,
  txt: amplifyPlainText,
  csv: amplifyValues,
} as const;

const TEMPLATE_TYPES = ["docx", "xlsx", "pptx", "pdf"] as const;

/** A template that is amplified, and merged with data of some rows. */
const toPreview =
  (documents: TargetDocuments, type: (typeof TEMPLATE_TYPES)[number]): Sending =>
  (bytes) =>
    jsonRequest("POST", `/api/documents/${documents[type].id}/preview`, {
      file_contents: Buffer.from(bytes).toString("base64"),
      data: RECORD,
    });

/** @param documents print all of their data */
const classes = (documents: TargetDocuments): readonly Class[] => [
  {
    kind: "Office",
    share: 10,
    choose(random) {
      const file = random.pick(PACKED);
      return { file, amplifier: amplifyPackage, tool: "convert_to_pdf", send: toTool("convert_to_pdf", file.name) };
    },
  },
  {
    kind: "Office joined",
    share: 2,
    choose(random) {
      const file = random.pick(PACKED.filter(({ name }) => name.endsWith(".docx")));
      return {
        file,
        amplifier: amplifyPackage,
        tool: "combine",
        send: toTool("combine", file.name, { output: "docx" }),
      };
    },
  },
  {
    kind: "binary Office",
    share: 3,
    choose(random) {
      const { extension, ...amplified } = amplifyOldOffice(NOTHING.bytes, random);
      const file = { name: `old.${extension}`, bytes: NOTHING.bytes };
      const send = toTool("convert_to_pdf", file.name);
      return { file, amplifier: () => amplified, tool: "convert_to_pdf", send };
    },
  },
  {
    kind: "text",
    share: 3,
    choose(random) {
      const [extension, amplifier] = random.pick(Object.entries(PLAIN));
      const file = { name: `plain.${extension}`, bytes: NOTHING.bytes };
      return { file, amplifier, tool: "convert_to_pdf", send: toTool("convert_to_pdf", file.name) };
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
    kind: "picture",
    share: 2,
    choose(random) {
      const file = random.pick(IMAGES);
      const tool = random.pick(["convert_to_pdf", "combine_pdf"]);
      return { file, amplifier: amplifyBytes, tool, send: toTool(tool, file.name) };
    },
  },
  {
    kind: "template",
    share: 4,
    choose(random) {
      const type = random.pick(TEMPLATE_TYPES);
      const file = { name: `template.${type}`, bytes: TEMPLATES[type] };
      const amplifier = type === "pdf" ? amplifyPdf : amplifyPackage;
      return { file, amplifier, tool: "preview", send: toPreview(documents, type) };
    },
  },
  {
    kind: "uploaded template",
    share: 2,
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
    kind: "html template",
    share: 3,
    choose(random) {
      const file = { name: "template.html", bytes: PAGE_TEMPLATE };
      const amplifier = random.pick([amplifyStyles, amplifyTextFile, amplifyBytes, amplifyBytes]);
      const send: Sending = (bytes) =>
        jsonRequest("POST", `/api/documents/${documents.html.id}/preview`, { html: text(bytes), data: RECORD });
      return { file, amplifier, tool: "preview", send };
    },
  },
  {
    kind: "data",
    share: 5,
    choose(random) {
      const { address } = documents[random.pick(["html", ...TEMPLATE_TYPES] as const)];
      const send = toAddress(`${address}?download=1`, "application/json");
      return { file: jsonFile(RECORD), amplifier: amplifyJson, tool: "merge", send };
    },
  },
  {
    kind: "invoice data",
    share: 2,
    choose() {
      const send = toAddress(`${documents.invoice.address}?download=1`, "application/json");
      return { file: jsonFile({ invoice: PLAIN_INVOICE }), amplifier: amplifyJson, tool: "merge", send };
    },
  },
  {
    kind: "table",
    share: 2,
    choose: () => ({
      file: NOTHING,
      amplifier: amplifyTable,
      tool: "batch",
      send: toAddress(`${documents.html.address}/batch`, "text/csv"),
    }),
  },
  {
    kind: "form",
    share: 1,
    choose: () => ({
      file: NOTHING,
      amplifier: amplifyForm,
      tool: "merge",
      send: toAddress(`${documents.html.address}?download=1`, "application/x-www-form-urlencoded"),
    }),
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
    share: 2,
    choose(random) {
      const isPacked = random.chance(0.2);
      const file = random.pick(isPacked ? PACKED_FONTS : OPEN_FONTS);
      const send: Sending = (bytes) => ({ ...fileRequest("fonts", { name: file.name, bytes }), path: "/api/fonts" });
      return { file, amplifier: isPacked ? amplifyBytes : amplifyFont, tool: "font", send };
    },
  },
  {
    kind: "font in use",
    share: 3,
    choose(random) {
      const file = random.pick(OPEN_FONTS);
      const words = paragraph(
        "Avatar fi \u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f \u0915\u094d\u0937\u0924\u094d\u0930\u093f",
      ).replaceAll("<w:t ", '<w:rPr><w:rFonts w:ascii="Own" w:hAnsi="Own" w:cs="Own"/></w:rPr><w:t ');
      const send: Sending = (bytes) =>
        fileRequest("convert_to_pdf", { name: "font.docx", bytes: wordDocumentWithFont(words, "Own", bytes) });
      return { file, amplifier: amplifyFont, tool: "convert_to_pdf", send };
    },
  },
];

const SEED_STEP = 1_000_003;
const MOST_TRIES = 50;

/** The case of a number: the same numbers give the same case. */
export function amplifiedCase(seed: number, number: number, documents: TargetDocuments, only?: string): AmplifiedCase {
  const random = randomOf(seed * SEED_STEP + number);
  const known = classes(documents).filter(({ kind }) => only === undefined || kind === only);
  const shares = known.flatMap((each) => new Array<Class>(each.share).fill(each));
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const chosen = random.pick(shares);
    const { file, amplifier, tool, send } = chosen.choose(random);
    const amplified = amplifier(file.bytes, random);
    if (!amplified) continue;
    const { what, times } = amplified;
    const make = (isLarger: boolean) => amplified.make(isLarger ? LARGER * times : times);
    const name = `${seed}/${number}: ${file.name}, ${times} times ${what}, to ${tool}`;
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
