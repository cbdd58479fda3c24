/** What a PDF that is made or repaired shall conform to: a level of ISO 19005-2 or 19005-3, ISO 14289-1, or both. */

import type { PdfALevel } from "../../domain/document.ts";

export interface PdfaProfile {
  readonly pdfA: PdfALevel | undefined;
  /** PDF/UA-1. */
  readonly pdfUa: boolean;
}

/** As people call it, e.g. `PDF/A-3a and PDF/UA-1`. */
export function profileName({ pdfA, pdfUa }: PdfaProfile): string {
  const names = [...(pdfA ? [`PDF/A-${pdfA}`] : []), ...(pdfUa ? ["PDF/UA-1"] : [])];
  return names.join(" and ");
}
