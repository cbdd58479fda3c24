/** Damaged files, and the readers, tools and engines that must withstand them, without a service. */
import fs from "node:fs";
import path from "node:path";
import { renderOfficeFile } from "../../src/convert/office/render-office-file.ts";
import { Failure } from "../../src/domain/failure.ts";
import { allAtOnce } from "../../src/domain/steps.ts";
import { standIn } from "../../src/domain/testing/stand-in.ts";
import { WorkMeter } from "../../src/domain/work-meter.ts";
import { readInvoice, readPdfInvoice } from "../../src/invoice/read-pdf-invoice.ts";
import { compressPdf } from "../../src/pdf/compress/compress-pdf.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { checkDrawable } from "../../src/pdf/extract/drawing-cost.ts";
import { combinePdfs } from "../../src/pdf/operations/combine.ts";
import { encryptPdf } from "../../src/pdf/operations/encrypt.ts";
import { flattenPdf } from "../../src/pdf/operations/flatten.ts";
import { pdfInfo } from "../../src/pdf/operations/info.ts";
import { openForChange } from "../../src/pdf/operations/open-for-change.ts";
import { rotatePdf } from "../../src/pdf/operations/rotate.ts";
import { splitPdf } from "../../src/pdf/operations/split.ts";
import { stampPdf } from "../../src/pdf/operations/stamp.ts";
import { pdfaSteps } from "../../src/pdf/pdfa/convert-to-pdfa.ts";
import { validatePdf } from "../../src/pdf/validate/validate-pdf.ts";
import { verifyPdf } from "../../src/signing/verify-pdf.ts";
import { engineFor } from "../../src/templates/engines.ts";
import { TEST_ENVIRONMENT } from "../../src/templates/testing/render.ts";
import { mergeWordFiles } from "../../src/word/merge-word-files.ts";
import { INVOICES, RECORD, type SmallFile, TEMPLATES } from "./amplify/small-files.ts";
import { changedOffice, changedPackage, changedPdf, changedXml, OFFICE, PACKED, PDFS } from "./cases/mutated-files.ts";
import { randomOf } from "./hostile-case.ts";

const root = path.resolve(import.meta.dirname, "../..");
const SEED_STEP = 1_000_003;
const MAX_PAGES = 300;
const CONVERTED = OFFICE.filter(({ name }) => /\.(?:docx?|xlsx?|pptx?)$/.test(name));
const TEMPLATE_TYPES = ["docx", "xlsx", "pptx", "pdf"] as const;

const assets = standIn<Fetcher>({
  async fetch(url: RequestInfo | URL) {
    const file = path.join(root, "public", new URL(String(url)).pathname);
    return fs.existsSync(file) ? new Response(fs.readFileSync(file)) : new Response("", { status: 404 });
  },
});

type OfficeKind = Parameters<typeof renderOfficeFile>[1]["kind"];
type Read = (bytes: Uint8Array, meter: WorkMeter) => unknown;

const converted =
  ({ name }: SmallFile): Read =>
  (bytes, meter) => {
    const kind = path.extname(name).slice(1) as OfficeKind;
    const options = { kind, fileName: name, now: new Date(0), timeZone: undefined, maxPages: MAX_PAGES, meter };
    return renderOfficeFile(bytes, options, { assets });
  };

const PDF_TOOLS: Readonly<Record<string, Read>> = {
  info: (bytes) => pdfInfo(bytes),
  split: (bytes, meter) => [...splitPdf(bytes, { name: "a.pdf", meter }).files].map((file) => file.bytes),
  combine: (bytes, meter) => combinePdfs([{ name: "a", bytes }], meter),
  encrypt: (bytes, meter) => encryptPdf(bytes, { ownerPassword: "x", meter }),
  rotate: (bytes, meter) => rotatePdf(bytes, { degrees: 90, meter }),
  stamp: (bytes, meter) => stampPdf(bytes, { text: "SAMPLE", meter }),
  flatten: (bytes, meter) => flattenPdf(bytes, { meter }),
  compress: (bytes, meter) => compressPdf(bytes, { meter }),
  validate: (bytes, meter) => validatePdf(bytes, "2a", { meter }),
  "validate ua1": (bytes, meter) => validatePdf(bytes, "ua1", { meter }),
  verify: (bytes, meter) => verifyPdf(bytes, { meter }),
  archive: (bytes, meter) => {
    const profile = { pdfA: "3b", pdfUa: true } as const;
    const options = { now: new Date(0), title: "a", profile, isChange: true, substitutes: () => [] };
    return allAtOnce(pdfaSteps(openForChange(bytes, { meter }), options));
  },
  draw(bytes, meter) {
    const document = openPdf(bytes, { meter });
    for (const page of document.pages.slice(0, 3)) checkDrawable(document, page);
  },
  invoice: (bytes, meter) => readPdfInvoice(openPdf(bytes, { meter })),
};

let versions = 0;

const filled =
  (type: (typeof TEMPLATE_TYPES)[number]): Read =>
  async (bytes) => {
    const engine = engineFor(type);
    await engine.inspect(bytes, {}, type);
    const source = { versionKey: `damaged ${versions++}`, bytes: async () => bytes };
    await engine.render(source, structuredClone(RECORD), { ...TEST_ENVIRONMENT, trace: true });
  };

export interface DamagedFile {
  name: string;
  bytes: Uint8Array;
  read: () => Promise<unknown>;
}

/** The damaged file of a number: the same numbers give the same file. */
export function damagedFile(seed: number, number: number): DamagedFile {
  const random = randomOf(seed * SEED_STEP + number);
  const chosen = (name: string, bytes: Uint8Array, read: Read): DamagedFile => ({
    name: `${seed}/${number}: ${name}`,
    bytes,
    read: async () => await read(bytes, new WorkMeter()),
  });
  switch (random.pick(["office", "office", "office", "pdf", "pdf", "template", "uploaded", "joined", "invoice"])) {
    case "office": {
      const file = random.pick(CONVERTED);
      return chosen(`${file.name} converted`, changedOffice(file, random), converted(file));
    }
    case "pdf": {
      const file = random.pick(PDFS);
      const [name, read] = random.pick(Object.entries(PDF_TOOLS));
      return chosen(`${file.name}, ${name}`, changedPdf(file.bytes, random), read);
    }
    case "template": {
      const type = random.pick(TEMPLATE_TYPES);
      const bytes = type === "pdf" ? changedPdf(TEMPLATES.pdf, random) : changedPackage(TEMPLATES[type], random);
      return chosen(`template of ${type}`, bytes, filled(type));
    }
    case "uploaded": {
      const file = random.pick(PACKED);
      const type = path.extname(file.name).slice(1) as (typeof TEMPLATE_TYPES)[number];
      return chosen(`${file.name} as a template`, changedPackage(file.bytes, random), filled(type));
    }
    case "joined": {
      const [file, other] = [0, 1].map(() => random.pick(PACKED.filter(({ name }) => name.endsWith(".docx"))));
      const changed = changedPackage((file as SmallFile).bytes, random);
      const read: Read = (bytes) =>
        mergeWordFiles([
          { name: "a.docx", bytes: (other as SmallFile).bytes },
          { name: "b.docx", bytes },
        ]);
      return chosen(`${(file as SmallFile).name} joined`, changed, read);
    }
    default: {
      const file = random.pick(INVOICES);
      const text = changedXml(new TextDecoder().decode(file.bytes), random);
      return chosen(`${file.name} read`, new TextEncoder().encode(text), (bytes) => readInvoice(bytes, file.name));
    }
  }
}

/** What a reader threw that no caller can be told; undefined if it read the file, or refused it in its own words. */
export async function bugIn({ read }: DamagedFile): Promise<unknown> {
  try {
    await read();
    return undefined;
  } catch (error) {
    return error instanceof Failure && error.code !== "internal_error" ? undefined : error;
  }
}
