import type { PDFOptions } from "@cloudflare/puppeteer";
import type { PageSetup, PrintLimits } from "./print-protocol.ts";

/** What both ways of printing share: backgrounds, a tagged PDF with an outline, no more pages than allowed. */
export function commonOptions(limits: PrintLimits): PDFOptions {
  return {
    printBackground: true,
    outline: true,
    tagged: true,
    // One more than allowed, so that too many can be told from just enough.
    pageRanges: `1-${limits.maxPages + 1}`,
    // The whole print has one deadline; the library's own must not come first.
    timeout: 0,
  };
}

/** How a template's page is printed. Header and footer are drawn by the browser outside the document. */
export function templateOptions(page: PageSetup, limits: PrintLimits): PDFOptions {
  const { top, right, bottom, left } = page.marginsInches;
  const repeated = page.headerHtml !== undefined || page.footerHtml !== undefined;

  return {
    ...commonOptions(limits),
    width: `${page.widthInches}in`,
    height: `${page.heightInches}in`,
    landscape: page.landscape,
    margin: { top: `${top}in`, right: `${right}in`, bottom: `${bottom}in`, left: `${left}in` },
    displayHeaderFooter: repeated,
    // An absent template would be Chromium's own: title and date above, address and page number below.
    headerTemplate: page.headerHtml || "<span></span>",
    footerTemplate: page.footerHtml || "<span></span>",
  };
}
