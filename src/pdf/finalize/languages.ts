import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import type { PdfDict, PdfObject, PdfString } from "../objects.ts";
import { decodeText, latin1String } from "../text-strings.ts";

/** Writes the languages of the document and of its elements as tags (BCP 47). @param fallback for a document that states none */
export function setLanguages(document: PdfDocument, fallback: string | undefined): void {
  setDocumentLanguage(document, fallback);
  const { catalog } = document;
  const root = document.dict(catalog.get("StructTreeRoot"));
  if (!root) return;
  const kidsOf = (entries: PdfDict): readonly PdfObject[] => {
    const kids = entries.get("K");
    return document.array(kids) ?? (kids === undefined ? [] : [kids]);
  };
  walkTree(document, kidsOf(root), undefined, ({ entries, context }) => {
    if (entries.has("Lang")) setLanguage(entries, languageOf(document.string(entries.get("Lang"))));
    return { kids: kidsOf(entries), context };
  });
}

/** {@link setLanguages} for the document as a whole. */
export function setDocumentLanguage(document: PdfDocument, fallback: string | undefined): void {
  const { catalog } = document;
  setLanguage(catalog, languageOf(document.string(catalog.get("Lang"))) ?? languageTag(fallback ?? ""));
}

function setLanguage(entries: PdfDict, language: string | undefined): void {
  if (language === undefined) entries.delete("Lang");
  else entries.set("Lang", latin1String(language));
}

function languageOf(stated: PdfString | undefined): string | undefined {
  // a text string, which may be UTF-16 or UTF-8 (ISO 32000-2, 14.9.2)
  return stated && languageTag(decodeText(stated).slice(0, 64).trim());
}

/** A language as BCP 47 writes it; POSIX has `en_US.UTF-8@posix` for `en-US`. */
function languageTag(written: string): string | undefined {
  const tag = written.replace(/[.@].*$/s, "").replaceAll("_", "-");
  return /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag) ? tag : undefined;
}
