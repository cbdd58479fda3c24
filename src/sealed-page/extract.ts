import type { Extract, ExtractRequest, PageFacts, SheetFacts } from "../domain/extracted-content.ts";
import { readSheetTables } from "../layout/sheets/sheet-tables.ts";
import { wallClock } from "../office/wall-clock.ts";
import { MediaUrls } from "../paint/media/page-media.ts";
import { loadBundle } from "./load-bundle.ts";
import { openOfficeFile } from "./open-office-file.ts";
import type { DrawPdf } from "./pdf/main.ts";
import { writeWordPackage } from "./write-package.ts";

/** PDFs have a bundle of their own: few files are imported as pictures, and its library is large. */
const PDF_BUNDLE = "/layout/pdf.js";

declare global {
  interface Window {
    docloomPdf?: DrawPdf;
  }
}

/** Gets something other than printed pages out of a file. Throws a plain `Error` if the file cannot be read. */
export async function extract(bytes: Uint8Array, request: ExtractRequest): Promise<Extract<unknown>> {
  switch (request.what) {
    case "package": {
      return { facts: {}, files: [writeWordPackage(openOfficeFile(request.kind, bytes))], warnings: [] };
    }
    case "sheets": {
      const warnings = new Set<string>();
      const media = new MediaUrls(warnings);
      const sheets = readSheetTables(openOfficeFile(request.kind, bytes), {
        now: wallClock(request.now, request.timeZone),
        imageUrl: (pack, part) => media.url(pack, part),
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
