import { deflate } from "../../image/compression/flate.ts";
import { ContentScanner } from "../content/content-scanner.ts";
import { readInlineImage } from "../content/operations.ts";
import { pageContent } from "../content/page-content.ts";
import type { PdfDocument } from "../document.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, name, type PdfDict, type PdfObject, PdfRef, PdfStream } from "../objects.ts";
import { pageEntry } from "../page-tree.ts";
import { Parser } from "../parser.ts";

const PATH_STARTS = new Set(["m", "re"]);
const PATH_PAINTS = new Set(["f", "F", "f*", "B", "B*", "b", "b*", "S", "s"]);
const TEXT_SHOWS = new Set(["Tj", "TJ", "'", '"']);

const OPEN = Buffer.from("/Artifact BMC\n", "latin1");
const CLOSE = Buffer.from("\nEMC\n", "latin1");

/** Where a piece of content outside of the structure starts and ends. */
interface Piece {
  start: number;
  end: number;
}

/**
 * Marks what a tagged document draws outside of its structure as artifacts (ISO 14289-1, 7.1): browsers leave
 * backgrounds and lines unmarked. Documents that are not tagged stay as they are.
 */
export function markArtifacts(document: PdfDocument): void {
  if (!document.dict(document.catalog.get("StructTreeRoot"))) return;
  const contents = new Set<PdfObject>();
  const forms = new Map<number, PdfDict | undefined>();
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    const content = document.resolve(page.dict.get("Contents"));
    const resources = document.dict(pageEntry(document, page, "Resources"));
    // pages may share their content
    if (contents.has(content)) continue;
    contents.add(content);
    const marked = markedContent(document, pageContent(document, page.dict), resources, forms);
    if (marked)
      page.dict.set("Contents", document.add(new PdfStream(dict({ Filter: name("FlateDecode") }), deflate(marked))));
  }
  // iterating a map includes what is added meanwhile: forms within forms
  for (const [number, resources] of forms) markForm(document, number, resources, forms);
}

/** A form that has content of the structure in it is marked inside. */
function markForm(
  document: PdfDocument,
  number: number,
  inherited: PdfDict | undefined,
  forms: Map<number, PdfDict | undefined>,
): void {
  const form = document.stream(document.objects.get(number));
  if (!form) return;
  const { bytes, remaining } = decodeWithin(document, form);
  if (remaining.length > 0) return;
  const marked = markedContent(document, bytes, document.dict(form.dict.get("Resources")) ?? inherited, forms);
  if (!marked) return;
  form.dict.set("Filter", name("FlateDecode"));
  form.dict.delete("DecodeParms");
  document.objects.set(number, new PdfStream(form.dict, deflate(marked)));
}

/**
 * The content with marks around everything unmarked; undefined if nothing is.
 * @param forms gets the numbers of forms with marks of their own, and the resources around them
 */
function markedContent(
  document: PdfDocument,
  bytes: Uint8Array,
  resources: PdfDict | undefined,
  forms: Map<number, PdfDict | undefined>,
): Uint8Array | undefined {
  document.work.charge("contentByte", bytes.length / 2);
  const hasMarks = (resource: string) => {
    const reference = document.dict(resources?.get("XObject"))?.get(resource);
    const form = document.stream(reference);
    if (!(reference instanceof PdfRef) || !form?.dict.has("StructParents")) return false;
    if (!forms.has(reference.number)) forms.set(reference.number, resources);
    return true;
  };
  const isTagged = (properties: string) =>
    document.dict(document.dict(resources?.get("Properties"))?.get(properties))?.has("MCID") ?? false;
  const pieces = unmarkedPieces(bytes, hasMarks, isTagged);
  if (pieces.length === 0) return undefined;
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const { start, end } of pieces) {
    parts.push(bytes.subarray(at, start), OPEN, bytes.subarray(start, end), CLOSE);
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}

/**
 * @param hasMarks whether a named form marks its content itself
 * @param isTagged whether named properties of marked content lead to the structure
 */
function unmarkedPieces(
  bytes: Uint8Array,
  hasMarks: (form: string) => boolean,
  isTagged: (properties: string) => boolean,
): Piece[] {
  const scanner = new ContentScanner(bytes);
  const pieces: Piece[] = [];
  const marks: boolean[] = [];
  /** First byte of the operands of the next operator. */
  let operands = -1;
  let path = -1;
  let lastName = "";
  let properties = false;
  for (let kind = scanner.next(); kind !== "end"; kind = scanner.next()) {
    if (kind !== "operator") {
      if (operands < 0) operands = scanner.start;
      if (kind === "name") {
        lastName = scanner.text().slice(1);
        if (lastName === "MCID") properties = true;
      }
      continue;
    }
    const operator = scanner.text();
    if (/^(?:true|false|null)$/.test(operator)) continue;
    const start = operands < 0 ? scanner.start : operands;
    const covered = marks.includes(true);
    const add = (from: number) => {
      const before = pieces.at(-1);
      // what follows directly goes into the same mark
      if (before && isBlank(bytes, before.end, from)) before.end = scanner.end;
      else pieces.push({ start: from, end: scanner.end });
    };
    if (operator === "BDC" || operator === "BMC") {
      const tag = /\/([^\s/<[(]*)/.exec(Buffer.from(bytes.subarray(start, scanner.start)).toString("latin1"))?.[1];
      marks.push(tag === "Artifact" || (operator === "BDC" && (properties || isTagged(lastName))));
    } else if (operator === "EMC") marks.pop();
    else if (PATH_STARTS.has(operator) && path < 0) path = start;
    else if (operator === "n") path = -1;
    else if (PATH_PAINTS.has(operator)) {
      if (!covered && path >= 0) add(path);
      path = -1;
    } else if (operator === "Do") {
      if (!covered && !hasMarks(lastName)) add(start);
    } else if (TEXT_SHOWS.has(operator) || operator === "sh") {
      if (!covered) add(start);
    } else if (operator === "BI") {
      const image = readInlineImage(bytes, new Parser(bytes, scanner.end, bytes.length, false));
      if (!image) break;
      scanner.end = image.end;
      if (!covered) add(start);
    }
    operands = -1;
    properties = false;
  }
  return pieces;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] ?? 0) > 32) return false;
  return true;
}
