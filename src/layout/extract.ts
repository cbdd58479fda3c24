import type { Extract, ExtractRequest, PageFacts, SheetFacts } from "../domain/extracted-content.ts";
import { loadBundle } from "./load-bundle.ts";
import { openOfficeFile } from "./package/open-office-file.ts";
import { writeWordPackage } from "./package/write-package.ts";
import type { DrawPdf } from "./pdf/main.ts";
import { wallClock } from "./wall-clock.ts";
import { readSheetTables } from "./xlsx/sheet-tables.ts";

/** PDFs have a bundle of their own: few files are brought in as pictures, and its library is large. */
const PDF_BUNDLE = "/layout/pdf.js";

declare global {
  interface Window {
    docloomPdf?: DrawPdf;
  }
}

/** Gets something else out of a file than its pages in print. Throws a plain `Error` when the file cannot be read. */
export async function extract(bytes: Uint8Array, request: ExtractRequest): Promise<Extract<unknown>> {
  switch (request.what) {
    case "package": {
      const parts = openOfficeFile(request.kind, bytes).parts();
      return { facts: {}, files: [writeWordPackage(parts)], warnings: [] };
    }
    case "sheets": {
      const warnings = new Set<string>();
      const sheets = readSheetTables(openOfficeFile(request.kind, bytes), {
        now: wallClock(request.now, request.timeZone),
        fileName: request.fileName,
        maxCells: request.maxCells,
        warnings,
      });
      return { facts: { sheets } satisfies SheetFacts, files: [], warnings: [...warnings] };
    }
    case "pages": {
      if (!window.docloomPdf) await loadBundle(PDF_BUNDLE);
      const drawn = await window.docloomPdf?.(bytes, request);
      if (!drawn) throw new Error("the bundle for PDFs is missing");
      const pages = drawn.pages.map(({ widthPoints, heightPoints, kind }) => ({ widthPoints, heightPoints, kind }));
      const facts: PageFacts = { total: drawn.total, pages };
      return { facts, files: drawn.pages.map(({ bytes: picture }) => picture), warnings: [] };
    }
  }
}
