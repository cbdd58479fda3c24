import type { ContentUsage } from "../content/content-usage.ts";
import type { PdfDocument } from "../document.ts";
import type { PdfDict } from "../objects.ts";

const DEFAULT_COLOR_SPACES = new Set(["DefaultGray", "DefaultRGB", "DefaultCMYK"]);

/** Removes resource names (ISO 32000-2, 7.8.3) that no content uses, so that what they name can go. */
export function pruneResources(document: PdfDocument, usage: ContentUsage): void {
  if (!usage.complete) return;
  const kept = formResources(document);
  for (const [entries, used] of usage.names) {
    if (kept.has(entries)) continue;
    for (const name of [...entries.keys()]) {
      if (!used.has(name) && !DEFAULT_COLOR_SPACES.has(name)) entries.delete(name);
    }
  }
}

/** Resources from which readers build the appearance of fields (12.7.3). */
function formResources(document: PdfDocument): Set<PdfDict> {
  const kept = new Set<PdfDict>();
  const resources = document.dict(document.dict(document.catalog.get("AcroForm"))?.get("DR"));
  for (const value of resources?.values() ?? []) {
    const entries = document.dict(value);
    if (entries) kept.add(entries);
  }
  return kept;
}
