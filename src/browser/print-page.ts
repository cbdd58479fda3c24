import { appendAll } from "../domain/collections/long-lists.ts";
import type { CustomFont } from "../domain/custom-font.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";
import { customFontPath, customFontsIn, type DocumentFonts } from "./document-fonts.ts";
import { charactersInWords, fitFonts } from "./fit-fonts.ts";
import { insertIntoHead } from "./head-insertion.ts";
import { hasNamedPages, hyphenate, mayHyphenate, REMOVE_UNUSED_CUTS } from "./hyphenate.ts";
import { fitPage, printedWidth } from "./page-fit.ts";
import { rarePoints, undrawnBySystem } from "./page-glyphs.ts";
import type { PageResources, ServedFile } from "./page-resources.ts";
import { printPaged } from "./paged-content.ts";
import { isPaged, keptCss, keptHtml, makesOwnPages } from "./paged-css.ts";
import { templateOptions } from "./print-options.ts";
import type { PageSetup, PrintRequest } from "./print-protocol.ts";
import { printedPages } from "./printed-pages.ts";
import { shownText, withFiles } from "./running-part.ts";
import type { SandboxedTab } from "./sandboxed-tab.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { TemplateTab } from "./template-tab.ts";
import { unshownStyleImages, warnOfUnloadedFiles } from "./unloaded-files.ts";

/** Characters of a header or footer that are looked for in fonts. */
const MAX_LOOKED_AT = 200;

/** What a page is given besides its html. */
export interface PageSupplies {
  assets: StaticAssets;
  fonts: DocumentFonts;
  /** How files of other origins are fetched. */
  policy: OutboundPolicy;
  customFont(font: CustomFont): Promise<ServedFile | undefined>;
}

/**
 * Fills a tab with a document and prints it.
 *
 * @throws Failure `file_too_large`
 */
export async function printPage(
  { tab, fill }: TemplateTab,
  { assets, fonts, policy, customFont }: PageSupplies,
  request: PrintRequest,
): Promise<{ pdf: Uint8Array; warnings: string[] }> {
  const customFonts = request.resources.fonts;
  const html = insertIntoHead(keptHtml(request.html), `<style>${fonts.styleRules(request.html, customFonts)}</style>`);
  tab.resources.allowRemote(policy);
  for (const font of customFontsIn(request.html, customFonts))
    tab.resources.serveLater(customFontPath(font), () => customFont(font));
  const ownPages = makesOwnPages(request.html);
  let paged = !ownPages && isPaged(request.html);
  let hyphenates = mayHyphenate(request.html);
  tab.resources.changeSheets((css) => {
    hyphenates ||= mayHyphenate(css);
    if (ownPages) return css;
    paged ||= isPaged(css);
    return keptCss(css);
  });
  const running = withRunningFiles(request.page, tab.resources);
  const loaded = await fill(html, {
    templateNonce: request.nonce,
    place: request.place,
    description: request.description,
    wait: request.wait,
    widthPixels: printedWidth(request.page),
    restMs: request.limits.timeoutMs / 2,
  });
  const uncut = hyphenates ? await hyphenate(tab, assets) : [];
  const filled = await fitFonts(tab, fonts, request.html, loaded);
  const { page, warnings } = await fitPage(tab, request.page, filled);
  if (hyphenates && page.scale === 1 && !hasNamedPages(html)) await tab.evaluate(REMOVE_UNUSED_CUTS).catch(() => {});
  const { headerHtml, footerHtml, reported } = await running;
  appendAll(warnings, [...reported, ...(await runningFontWarnings(tab, request))]);
  const print = () => tab.print(templateOptions({ ...page, headerHtml, footerHtml }, request.limits));
  const printed = paged ? await printPaged(tab, print, printedPages) : { pdf: await print(), warnings: [] };
  appendAll(warnings, [...printed.warnings, ...uncut.map(uncutWarning)]);
  for (const [address, problem] of unshownStyleImages(request.html)) tab.resources.warn(address, problem);
  if (filled.files) appendAll(warnings, warnOfUnloadedFiles(filled.files, tab.resources, filled.runsScripts));
  return { pdf: printed.pdf, warnings: [...filled.warnings, ...warnings, ...tab.resources.warnings] };
}

function uncutWarning(language: string): string {
  const name = language.slice(0, 40);
  return `hyphens: auto cuts no words in ${name}: there are no patterns for that language. Soft hyphens (&shy;) in the text are heeded.`;
}

/** What headers and footers show and the browser's own fonts do not have: they are drawn outside of the page, where no others are. */
async function runningFontWarnings(tab: SandboxedTab, { page, resources }: PrintRequest): Promise<string[]> {
  const advice =
    "Text in other fonts goes into a margin box of the style sheet, such as @page { @top-center { content: ... } }.";
  const warnings: string[] = [];
  for (const [part, html] of [
    ["header", page.headerHtml ?? ""],
    ["footer", page.footerHtml ?? ""],
  ] as const) {
    const families = new Set(customFontsIn(html, resources.fonts).map(({ family }) => family));
    if (families.size > 0)
      warnings.push(
        `The ${part} cannot use the font ${[...families].join(", ")}: it is drawn in fonts that the browser has. ${advice}`,
      );
    const rare = rarePoints(shownText(html)).slice(0, MAX_LOOKED_AT);
    const missing = rare.length === 0 ? [] : await tab.evaluate(undrawnBySystem(rare)).catch(() => []);
    const points = Array.isArray(missing) ? missing.filter((point) => Number.isInteger(point)) : [];
    if (points.length > 0)
      warnings.push(
        `The fonts of the ${part} lack these characters, which are printed as boxes or not at all: ${charactersInWords(points)}. ${advice}`,
      );
  }
  return warnings;
}

/** Header and footer with what they name. */
async function withRunningFiles({ headerHtml, footerHtml }: PageSetup, resources: PageResources) {
  const [header, footer] = await Promise.all([
    headerHtml === undefined ? undefined : withFiles(headerHtml, "header", resources),
    footerHtml === undefined ? undefined : withFiles(footerHtml, "footer", resources),
  ]);
  const reported = [...(header?.warnings ?? []), ...(footer?.warnings ?? [])];
  return { headerHtml: header?.html, footerHtml: footer?.html, reported };
}
