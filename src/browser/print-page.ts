import type { OwnFont } from "../domain/own-font.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";
import { type DocumentFonts, ownFontPath, ownFontsIn } from "./document-fonts.ts";
import { fitFonts } from "./fit-fonts.ts";
import { insertIntoHead } from "./head-insertion.ts";
import { hasNamedPages, hyphenate, mayHyphenate, REMOVE_UNUSED_CUTS } from "./hyphenate.ts";
import { fitPage, printedWidth } from "./page-fit.ts";
import type { PageResources, ServedFile } from "./page-resources.ts";
import { printPaged } from "./paged-content.ts";
import { isPaged, keptCss, keptHtml, makesOwnPages } from "./paged-css.ts";
import { templateOptions } from "./print-options.ts";
import type { PageSetup, PrintRequest } from "./print-protocol.ts";
import { printedPages } from "./printed-pages.ts";
import { withFiles } from "./running-part.ts";
import type { StaticAssets } from "./static-assets.ts";
import type { TemplateTab } from "./template-tab.ts";
import { tellUnloadedFiles, unshownStylePictures } from "./unloaded-files.ts";

/** What a page is given besides its html. */
export interface PageSupplies {
  assets: StaticAssets;
  fonts: DocumentFonts;
  /** How files of other origins are fetched. */
  policy: OutboundPolicy;
  ownFont(font: OwnFont): Promise<ServedFile | undefined>;
}

/**
 * Fills a tab with a document and prints it.
 *
 * @throws Failure `file_too_large`
 */
export async function printPage(
  { tab, fill }: TemplateTab,
  { assets, fonts, policy, ownFont }: PageSupplies,
  request: PrintRequest,
): Promise<{ pdf: Uint8Array; warnings: string[] }> {
  const brought = request.resources.fonts;
  const html = insertIntoHead(keptHtml(request.html), `<style>${fonts.styleRules(request.html, brought)}</style>`);
  tab.resources.allowRemote(policy);
  for (const font of ownFontsIn(request.html, brought))
    tab.resources.serveLater(ownFontPath(font), () => ownFont(font));
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
  const { page, warnings } = await fitPage(tab, html, request.page, filled.width);
  if (hyphenates && page.scale === 1 && !hasNamedPages(html)) await tab.evaluate(REMOVE_UNUSED_CUTS).catch(() => {});
  const { headerHtml, footerHtml, told } = await running;
  warnings.push(...told);
  const print = () => tab.print(templateOptions({ ...page, headerHtml, footerHtml }, request.limits));
  const printed = paged ? await printPaged(tab, print, printedPages) : { pdf: await print(), warnings: [] };
  warnings.push(...printed.warnings, ...uncut.map(uncutWarning));
  for (const [address, problem] of unshownStylePictures(request.html)) tab.resources.tell(address, problem);
  if (filled.files) warnings.push(...tellUnloadedFiles(filled.files, tab.resources, filled.runsScripts));
  return { pdf: printed.pdf, warnings: [...filled.warnings, ...warnings, ...tab.resources.warnings] };
}

function uncutWarning(language: string): string {
  const name = language.slice(0, 40);
  return `hyphens: auto cuts no words in ${name}: there are no patterns for that language. Soft hyphens (&shy;) in the text are heeded.`;
}

/** Header and footer with what they name. */
async function withRunningFiles({ headerHtml, footerHtml }: PageSetup, resources: PageResources) {
  const [header, footer] = await Promise.all([
    headerHtml === undefined ? undefined : withFiles(headerHtml, "header", resources),
    footerHtml === undefined ? undefined : withFiles(footerHtml, "footer", resources),
  ]);
  const told = [...(header?.warnings ?? []), ...(footer?.warnings ?? [])];
  return { headerHtml: header?.html, footerHtml: footer?.html, told };
}
