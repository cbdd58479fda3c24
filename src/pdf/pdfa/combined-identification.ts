import { smallestOf } from "../../domain/collections/long-lists.ts";
import { deflate } from "../../image/compression/flate.ts";
import type { PdfDocument } from "../document.ts";
import type { Conformance } from "../finalize/conformance.ts";
import { decodeWithin } from "../metered-walk.ts";
import { dict, name, PdfDict, PdfStream, PdfString } from "../objects.ts";
import { checkableIdentifications } from "./preserved-identification.ts";

/** Levels of PDF/A, from what asks for least on. */
const LEVELS = ["b", "u", "a"];

/** What a document of several may claim: what each of them claims, at the lowest of their levels. */
export function jointIdentifications(parts: readonly PdfDocument[]): Conformance | undefined {
  const identifications = parts.map(checkableIdentifications);
  const [first] = identifications;
  if (!first) return undefined;
  const levels = identifications.map((each) => each?.pdfA);
  const part = first.pdfA?.slice(0, 1);
  const isPdfa = part !== undefined && levels.every((level) => level?.startsWith(part));
  const lowest = smallestOf(levels.map((level) => LEVELS.indexOf(level?.slice(1) ?? "")));
  const pdfA = isPdfa ? `${part}${LEVELS[lowest]}` : undefined;
  const pdfUa = identifications.every((each) => each?.pdfUa === true);
  return pdfA || pdfUa ? { pdfA, pdfUa } : undefined;
}

/** Gives a document of several what its colors mean, where all of them say the same (ISO 19005-2, 6.2.3). */
export function keepOutputIntent(combined: PdfDocument, parts: readonly PdfDocument[]): void {
  const intents = parts.map(pdfaIntent);
  const [first] = intents;
  if (!first || intents.some((each) => !each || Buffer.compare(each.profile, first.profile) !== 0)) return;
  const texts = [...first.intent].filter(([, value]) => value instanceof PdfString);
  const profile = new PdfStream(dict({ N: first.components, Filter: name("FlateDecode") }), deflate(first.profile));
  const entries = { Type: name("OutputIntent"), S: name("GTS_PDFA1"), ...Object.fromEntries(texts) };
  const intent = new PdfDict(dict({ ...entries, DestOutputProfile: combined.add(profile) }));
  combined.catalog.set("OutputIntents", [combined.add(intent)]);
}

function pdfaIntent(document: PdfDocument) {
  for (const each of document.array(document.catalog.get("OutputIntents")) ?? []) {
    const intent = document.dict(each);
    const stream = document.stream(intent?.get("DestOutputProfile"));
    if (!intent || !stream || document.name(intent.get("S")) !== "GTS_PDFA1") continue;
    const { bytes: profile } = decodeWithin(document, stream);
    return { intent, profile, components: document.number(stream.dict.get("N")) ?? 3 };
  }
  return undefined;
}
