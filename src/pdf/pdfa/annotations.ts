import { Destinations } from "../destinations.ts";
import type { PdfDocument } from "../document.ts";
import { dict, name, type PdfDict, type PdfObject, PdfStream } from "../objects.ts";
import { decodeText, encodeText } from "../text-strings.ts";
import type { PdfaProfile } from "./pdfa-profile.ts";

/** ISO 19005-2, 6.3.1. */
const ALLOWED = new Set(
  `Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup
FileAttachment Widget PrinterMark TrapNet Watermark Redact`.split(/\s+/),
);
const PRINT = 4;
/** Invisible, Hidden, NoView, ToggleNoView. */
const HIDING = 1 | 2 | 32 | 256;

/** What is needed to repair an annotation. */
interface Surroundings {
  readonly document: PdfDocument;
  /** Page numbers by object number. */
  readonly pages: ReadonlyMap<number, number>;
  readonly destinations: Destinations;
}

/**
 * Repairs annotations: those that archives do not allow are taken out, hidden ones too; the others are printed, have
 * one appearance (ISO 19005-2, 6.3), and for PDF/UA a description and the tab order of the structure (ISO 14289-1,
 * 7.18).
 */
export function mendAnnotations(document: PdfDocument, { pdfA, pdfUa }: PdfaProfile): string[] {
  const removed = new Map<string, number>();
  const pages = new Map(document.pages.map(({ ref }, index) => [ref.number, index + 1]));
  const surroundings: Surroundings = { document, pages, destinations: new Destinations(document) };
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    const annotations = document.array(page.dict.get("Annots"));
    if (!annotations) continue;
    document.work.charge("object", 16 * annotations.length);
    const kept = annotations.filter((object) => {
      const entries = document.dict(object);
      if (!entries) return false;
      const subtype = document.name(entries.get("Subtype")) ?? "";
      if (pdfA && (!ALLOWED.has(subtype) || isHidden(document, entries))) {
        // a hidden pop-up window says nothing, and its note goes on without it
        if (subtype !== "Popup") removed.set(subtype, (removed.get(subtype) ?? 0) + 1);
        return false;
      }
      if (pdfA) mendAppearance(document, entries, subtype);
      if (pdfUa) describe(surroundings, entries, subtype);
      return true;
    });
    if (kept.length === 0) page.dict.delete("Annots");
    else page.dict.set("Annots", kept);
    if (kept.length > 0 && pdfUa) page.dict.set("Tabs", name("S"));
  }
  return [...removed].map(([subtype, count]) => `Taken out: ${count} hidden or not allowed annotations (${subtype}).`);
}

function isHidden(document: PdfDocument, entries: PdfDict): boolean {
  return ((document.number(entries.get("F")) ?? 0) & HIDING) !== 0;
}

function mendAppearance(document: PdfDocument, entries: PdfDict, subtype: string): void {
  if (subtype !== "Popup" || entries.has("F")) entries.set("F", (document.number(entries.get("F")) ?? 0) | PRINT);
  const appearance = document.dict(entries.get("AP"));
  if (!appearance) return;
  const normal = document.resolve(appearance.get("N"));
  const isButton = subtype === "Widget" && fieldEntry(document, entries, "FT") === "Btn";
  // one state stands for all of them where only one appearance is allowed
  const state = document.name(entries.get("AS"));
  const one =
    !isButton && state !== undefined && !(normal instanceof PdfStream) ? document.dict(normal)?.get(state) : undefined;
  const shown = one ?? appearance.get("N");
  if (shown === undefined) entries.delete("AP");
  else if (isButton && normal instanceof PdfStream) {
    // push buttons have one state, which is nevertheless written as a dictionary
    entries.set("AP", dict({ N: dict({ [state ?? "Off"]: shown }) }));
    if (state === undefined) entries.set("AS", name("Off"));
  } else entries.set("AP", dict({ N: shown }));
}

const MAX_FIELD_DEPTH = 64;

/** The name in an entry of the field, inherited or its own. */
function fieldEntry(document: PdfDocument, widget: PdfDict, key: string): string | undefined {
  let field: PdfDict | undefined = widget;
  for (let depth = 0; field && depth < MAX_FIELD_DEPTH; depth++) {
    const value = document.name(field.get(key));
    if (value !== undefined) return value;
    field = document.dict(field.get("Parent"));
  }
  return undefined;
}

/** Links say where they lead, fields what they are called. */
function describe({ document, pages, destinations }: Surroundings, entries: PdfDict, subtype: string): void {
  const text = (object: PdfObject | undefined) => {
    const string = document.string(object);
    return string ? decodeText(string).trim() : "";
  };
  if (subtype === "Widget") {
    const field = entries.has("T") ? entries : (document.dict(entries.get("Parent")) ?? entries);
    if (text(field.get("TU")) === "" && text(field.get("T")) !== "") field.set("TU", encodeText(text(field.get("T"))));
    return;
  }
  if (subtype !== "Link" || text(entries.get("Contents")) !== "") return;
  const action = document.dict(entries.get("A"));
  const address = document.string(action?.get("URI"));
  const target = destinations.targetOf(entries);
  const page = typeof target === "number" ? pages.get(target) : undefined;
  // a link that leads nowhere is still announced as one
  const said = address ? decodeText(address).trim() : page === undefined ? "" : String(page);
  entries.set("Contents", encodeText(said || "Link"));
}
