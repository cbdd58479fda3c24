import { lastIndexOfWord } from "../byte-search.ts";
import { PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { embeddedFileProblem } from "./embedded-files.ts";
import type { Check } from "./findings.ts";
import { STREAM_CHECKS, type Subject } from "./graphics-checks.ts";
import { readIccHeader } from "./icc-header.ts";
import type { InspectedDocument } from "./inspected-document.ts";

const DOCUMENT_CHECKS: readonly Check<InspectedDocument>[] = [
  {
    pdfA: "6.1.12",
    check(inspected) {
      const permissions = inspected.dict(inspected.document.catalog.get("Perms"));
      const other = [...(permissions?.keys() ?? [])].filter((key) => key !== "UR3" && key !== "DocMDP");
      return other.length > 0 ? `The permissions have the keys ${other.join(", ")}.` : undefined;
    },
  },
  {
    pdfA: "6.1.12",
    check(inspected) {
      const permissions = inspected.dict(inspected.document.catalog.get("Perms"));
      const signature = inspected.dict(permissions?.get("DocMDP"));
      for (const object of inspected.array(signature?.get("Reference")) ?? []) {
        const reference = inspected.dict(object);
        const found = ["DigestLocation", "DigestMethod", "DigestValue"].filter((key) => reference?.has(key));
        if (found.length > 0) return `The reference of a certifying signature has the keys ${found.join(", ")}.`;
      }
      return undefined;
    },
  },
  {
    pdfA: "6.4.1",
    check: (inspected) =>
      inspected.resolve(inspected.dict(inspected.document.catalog.get("AcroForm"))?.get("NeedAppearances")) === true
        ? "The form asks readers to make its appearances (NeedAppearances)."
        : undefined,
  },
  {
    pdfA: "6.4.2",
    check: (inspected) =>
      inspected.dict(inspected.document.catalog.get("AcroForm"))?.has("XFA") ? "The form has XFA." : undefined,
  },
  {
    pdfA: "6.4.2",
    check: (inspected) =>
      inspected.resolve(inspected.document.catalog.get("NeedsRendering")) === true
        ? "The catalog asks for rendering (NeedsRendering)."
        : undefined,
  },
  {
    pdfUa: "7.15",
    check(inspected) {
      const xfa = inspected.resolve(inspected.dict(inspected.document.catalog.get("AcroForm"))?.get("XFA"));
      const parts = Array.isArray(xfa) ? xfa : [xfa];
      for (const part of parts) {
        const stream = part instanceof PdfStream ? part : inspected.stream(part ?? undefined);
        const bytes = stream && inspected.decoded(stream);
        const text = bytes && new TextDecoder().decode(bytes);
        if (text && /<(?:\w+:)?dynamicRender\s*>\s*required\s*</.test(text)) return "The form is a dynamic XFA form.";
      }
      return undefined;
    },
  },
  {
    pdfA: "6.5.2",
    check: ({ document }) => (document.catalog.has("AA") ? "The catalog has additional actions (AA)." : undefined),
  },
  {
    pdfA: "6.10",
    check: (inspected) =>
      inspected.dict(inspected.document.catalog.get("Names"))?.has("AlternatePresentations")
        ? "The document has alternate presentations."
        : undefined,
  },
  {
    pdfA: "6.11",
    check: ({ document }) => (document.catalog.has("Requirements") ? "The catalog has Requirements." : undefined),
  },
  {
    pdfUa: "7.16",
    check({ document }) {
      if (!document.encryption) return undefined;
      return (document.encryption.permissions & ACCESSIBILITY) !== 0
        ? undefined
        : "The file's encryption keeps assistive technology from reading it.";
    },
  },
];

const ACCESSIBILITY = 512;

interface OutputIntent extends Subject {
  readonly profile: PdfStream | undefined;
}

const OUTPUT_INTENT_CHECKS: readonly Check<OutputIntent>[] = [
  {
    pdfA: "6.2.3",
    check({ inspected, profile }) {
      const bytes = profile && inspected.decoded(profile);
      if (!profile) return undefined;
      const header = bytes && readIccHeader(bytes);
      if (!header) return "The profile of an output intent cannot be read.";
      const { deviceClass, colorSpace, version } = header;
      const isAllowed = /^(?:prtr|mntr)$/.test(deviceClass) && /^(?:RGB |CMYK|GRAY)$/.test(colorSpace) && version < 5;
      return isAllowed
        ? undefined
        : `The profile of an output intent is not allowed (class ${deviceClass}, ${colorSpace}, version ${version}).`;
    },
  },
  {
    pdfA: "6.2.3",
    check: ({ inspected, entries }) =>
      inspected.name(entries.get("S")) === "GTS_PDFX" && entries.has("DestOutputProfileRef")
        ? "A PDF/X output intent refers to a profile elsewhere (DestOutputProfileRef)."
        : undefined,
  },
];

const OUTPUT_INTENTS_CHECKS: readonly Check<readonly (number | undefined)[]>[] = [
  {
    pdfA: "6.2.3",
    check: (profiles) =>
      new Set(profiles).size > 1 || (profiles.length > 1 && profiles[0] === undefined)
        ? "The output intents have different profiles."
        : undefined,
  },
];

/** Checks the output intents and notes the color space of the one for PDF/A (ISO 19005-2, 6.2.3). */
export function inspectOutputIntents(inspected: InspectedDocument): void {
  const numbers: (number | undefined)[] = [];
  for (const object of inspected.array(inspected.document.catalog.get("OutputIntents")) ?? []) {
    const entries = inspected.dict(object);
    if (!entries) continue;
    const reference = entries.get("DestOutputProfile");
    const profile = inspected.stream(reference);
    if (reference !== undefined) numbers.push(reference instanceof PdfRef ? reference.number : undefined);
    inspected.check(OUTPUT_INTENT_CHECKS, { inspected, entries, profile }, { object: inspected.numberOf(object) });
    if (inspected.name(entries.get("S")) !== "GTS_PDFA1" || !profile) continue;
    const bytes = inspected.decoded(profile);
    inspected.outputColorSpace ??= bytes && readIccHeader(bytes)?.colorSpace;
  }
  inspected.check(OUTPUT_INTENTS_CHECKS, numbers);
}

interface LayerConfiguration extends Subject {
  readonly isNameTaken: boolean;
  readonly layers: readonly PdfObject[];
}

const LAYER_CHECKS: readonly Check<LayerConfiguration>[] = [
  {
    pdfA: "6.9",
    pdfUa: "7.10",
    check: ({ inspected, entries }) =>
      (inspected.text(entries.get("Name")) ?? "") === "" ? "A configuration of layers has no name." : undefined,
  },
  {
    pdfA: "6.9",
    check: ({ inspected, entries, isNameTaken }) =>
      isNameTaken ? `Two configurations of layers have the name ${inspected.text(entries.get("Name"))}.` : undefined,
  },
  {
    pdfA: "6.9",
    check({ inspected, entries, layers }) {
      if (!entries.has("Order")) return undefined;
      const ordered = new Set<number>();
      collectReferences(inspected, entries.get("Order"), ordered, 0);
      const missing = layers.filter((layer) => layer instanceof PdfRef && !ordered.has(layer.number));
      return missing.length > 0 ? "A layer is not in the order of a configuration of layers." : undefined;
    },
  },
  {
    pdfA: "6.9",
    pdfUa: "7.10",
    check: ({ entries }) => (entries.has("AS") ? "A configuration of layers changes by itself (AS)." : undefined),
  },
];

function collectReferences(
  inspected: InspectedDocument,
  object: PdfObject | undefined,
  found: Set<number>,
  depth: number,
): void {
  for (const item of inspected.array(object) ?? []) {
    inspected.document.work.charge("object");
    if (item instanceof PdfRef) found.add(item.number);
    if (depth < 64) collectReferences(inspected, item, found, depth + 1);
  }
}

function inspectLayers(inspected: InspectedDocument): void {
  const properties = inspected.dict(inspected.document.catalog.get("OCProperties"));
  if (!properties) return;
  const layers = inspected.array(properties.get("OCGs")) ?? [];
  const names = new Set<string>();
  for (const object of [properties.get("D"), ...(inspected.array(properties.get("Configs")) ?? [])]) {
    const entries = inspected.dict(object);
    if (!entries) continue;
    const name = inspected.text(entries.get("Name")) ?? "";
    const isNameTaken = name !== "" && names.has(name);
    names.add(name);
    inspected.check(LAYER_CHECKS, { inspected, entries, isNameTaken, layers }, { object: inspected.numberOf(object) });
  }
}

interface FileSpecification extends Subject {
  readonly file: PdfStream | undefined;
}

const FILE_CHECKS: readonly Check<FileSpecification>[] = [
  {
    pdfA: "6.8",
    pdfUa: "7.11",
    check({ inspected, entries }) {
      const names = [inspected.text(entries.get("F")), inspected.text(entries.get("UF"))];
      return names.every((name) => name !== undefined && name !== "")
        ? undefined
        : "An embedded file does not have both of its names (F and UF).";
    },
  },
  {
    pdfA: "6.8",
    part: 2,
    check: ({ inspected, file }) => (file ? embeddedFileProblem(inspected, file) : undefined),
  },
  {
    pdfA: "6.8",
    part: 3,
    check({ inspected, file }) {
      const type = inspected.name(file?.dict.get("Subtype"));
      return type !== undefined && /^[-\w+.]+\/[-\w+.]+$/.test(type)
        ? undefined
        : "An embedded file does not state its media type (Subtype).";
    },
  },
  {
    pdfA: "6.8",
    part: 3,
    check: ({ inspected, entries }) =>
      inspected.name(entries.get("AFRelationship")) === undefined
        ? "An embedded file does not state its relationship to the document (AFRelationship)."
        : undefined,
  },
];

const ASSOCIATION_CHECKS: readonly Check<boolean>[] = [
  {
    pdfA: "6.8",
    part: 3,
    check: (isAssociated) =>
      isAssociated ? undefined : "An embedded file is not associated with the document or a part of it (AF).",
  },
];

interface Signature extends Subject {
  /** Length of the whole file. */
  readonly fileBytes: number;
}

const SIGNATURE_CHECKS: readonly Check<Signature>[] = [
  {
    pdfA: "6.4.3",
    check({ inspected, entries, fileBytes }) {
      const range = inspected.array(entries.get("ByteRange"))?.map((item) => inspected.number(item) ?? -1);
      const [start = -1, first = 0, second = 0, length = 0] = range ?? [];
      const covers = start === 0 && range?.length === 4 && second >= first && second + length <= fileBytes;
      const isLast = second + length === fileBytes || isFollowedByUpdate(inspected, second + length);
      return covers && isLast ? undefined : "The byte range of a signature does not cover the whole file.";
    },
  },
];

/** What follows a signature may be a later revision of the file. */
function isFollowedByUpdate({ file }: InspectedDocument, end: number): boolean {
  const marker = lastIndexOfWord(file, "%%EOF", end);
  return marker >= 0 && end - marker <= 7;
}

/** Checks what the document says as a whole, and every stream, file specification and signature in it. */
export function inspectDocument(inspected: InspectedDocument): void {
  const { document, file } = inspected;
  inspected.check(DOCUMENT_CHECKS, inspected);
  inspectLayers(inspected);
  // usage rights are not a signature of the document, and may cover anything
  const usageRights = inspected.dict(inspected.dict(document.catalog.get("Perms"))?.get("UR3"));
  const associated = new Set<PdfDict>();
  const specifications: { entries: PdfDict; object: number }[] = [];
  const visit = (entries: PdfDict, object: number, depth: number) => {
    document.work.charge("object", 1 + entries.size / 8);
    if (inspected.dict(entries.get("EF"))) specifications.push({ entries, object });
    if (entries.has("ByteRange") && entries.has("Contents") && entries !== usageRights) {
      inspected.check(SIGNATURE_CHECKS, { inspected, entries, fileBytes: file.length }, { object });
    }
    const files = entries.get("AF");
    for (const item of inspected.array(files) ?? (files === undefined ? [] : [files])) {
      const specification = inspected.dict(item);
      if (specification) associated.add(specification);
    }
    if (depth > 16) return;
    for (const value of entries.values()) {
      if (value instanceof PdfDict) visit(value, object, depth + 1);
      else if (Array.isArray(value)) {
        for (const item of value) if (item instanceof PdfDict) visit(item, object, depth + 1);
      }
    }
  };
  for (const number of document.objects.numbers()) {
    const object = document.objects.get(number);
    if (object instanceof PdfStream) {
      inspected.check(STREAM_CHECKS, { inspected, entries: object.dict, stream: object }, { object: number });
      visit(object.dict, number, 0);
    } else if (object instanceof PdfDict) visit(object, number, 0);
  }
  for (const { entries, object } of specifications) {
    const names = inspected.dict(entries.get("EF"));
    const embedded = inspected.stream(names?.get("F") ?? names?.get("UF"));
    inspected.check(FILE_CHECKS, { inspected, entries, file: embedded }, { object });
    inspected.check(ASSOCIATION_CHECKS, associated.has(entries), { object });
  }
}
