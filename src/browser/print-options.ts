import type { Protocol } from "devtools-protocol";
import type { PageSetup, PrintLimits } from "./print-protocol.ts";

/** CSS's own. */
export const PIXELS_PER_INCH = 96;

/** A page whose paper is known. */
export interface FittedPage extends PageSetup {
  /** Of what is on it. */
  scale: number;
  /** The sizes of the document's page rules hold. */
  preferCss: boolean;
}

type PrintOptions = Protocol.Page.PrintToPDFRequest;

/** How a template's page is printed. Header and footer are drawn by the browser outside the document. */
export function templateOptions(page: FittedPage, limits: PrintLimits): PrintOptions {
  const { top, right, bottom, left } = page.marginsInches;

  return {
    printBackground: true,
    generateDocumentOutline: true,
    generateTaggedPDF: true,
    // One more than allowed, so that too many can be told from just enough.
    pageRanges: `1-${limits.maxPages + 1}`,
    paperWidth: page.widthInches,
    paperHeight: page.heightInches,
    scale: page.scale,
    preferCSSPageSize: page.preferCss,
    marginTop: top,
    marginRight: right,
    marginBottom: bottom,
    marginLeft: left,
    displayHeaderFooter: page.headerHtml !== undefined || page.footerHtml !== undefined,
    // An absent template would be Chromium's own: title and date above, address and page number below.
    headerTemplate: page.headerHtml || "<span></span>",
    footerTemplate: page.footerHtml || "<span></span>",
  };
}
