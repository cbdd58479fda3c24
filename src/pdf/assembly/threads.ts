import type { PdfDocument } from "../document.ts";
import { name, PdfDict, PdfRef } from "../objects.ts";
import type { Copier } from "./copier.ts";

/** A bead of an article, on a page that is copied. */
interface Bead {
  entries: PdfDict;
  page: PdfRef;
}

/**
 * Copies the articles of a document (ISO 32000-2, 12.4.3): of each thread the beads on pages that are copied, linked
 * anew, with those pages.
 * @param source the document, and the object numbers of its pages
 * @returns the threads that are left
 */
export function copyThreads(
  source: { document: PdfDocument; pageNumbers: ReadonlySet<number> },
  target: PdfDocument,
  copier: Copier,
): PdfRef[] {
  const { document, pageNumbers } = source;
  const threads: PdfRef[] = [];
  const ofPages = new Map<number, PdfRef[]>();
  for (const entry of document.array(document.catalog.get("Threads")) ?? []) {
    const thread = document.dict(entry);
    const beads = thread ? beadsOf(document, thread, pageNumbers, copier) : [];
    if (!thread || beads.length === 0) continue;
    const { F: _, ...rest } = Object.fromEntries(thread);
    const copy = copier.dict(new PdfDict(Object.entries(rest)));
    const ref = target.add(copy);
    threads.push(ref);
    const refs = beads.map(() => target.add(null));
    const at = (index: number) => refs[(index + refs.length) % refs.length] ?? null;
    for (const [index, { entries, page }] of beads.entries()) {
      const bead = new PdfDict([
        ["Type", name("Bead")],
        ["N", at(index + 1)],
        ["V", at(index - 1)],
        ["P", page],
        ["R", copier.copy(entries.get("R") ?? [])],
      ]);
      if (index === 0) bead.set("T", ref);
      const own = refs[index];
      if (!own) continue;
      target.objects.set(own.number, bead);
      ofPages.set(page.number, [...(ofPages.get(page.number) ?? []), own]);
    }
    copy.set("F", at(0));
  }
  for (const [page, beads] of ofPages) target.dict(new PdfRef(page))?.set("B", beads);
  return threads;
}

function beadsOf(document: PdfDocument, thread: PdfDict, pageNumbers: ReadonlySet<number>, copier: Copier): Bead[] {
  const beads: Bead[] = [];
  const seen = new Set<PdfDict>();
  for (let entries = document.dict(thread.get("F")); entries && !seen.has(entries); ) {
    document.work.charge("object", 4);
    seen.add(entries);
    const on = entries.get("P");
    // a reference to something that is no page of the document leads nowhere
    const page = on instanceof PdfRef && pageNumbers.has(on.number) ? copier.ref(on) : null;
    if (page) beads.push({ entries, page });
    entries = document.dict(entries.get("N"));
  }
  return beads;
}
