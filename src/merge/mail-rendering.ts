import { LETTER } from "../browser/page-size.ts";
import { drawPageImages, printedBytes, printHtml } from "../browser/print.ts";
import { checkPages } from "../convert/page-images.ts";
import type { DrawForMail, DrawingsPage } from "../delivery/delivery-services.ts";
import type { AddressGuardOf, DocumentTagsOf } from "../delivery/setting-renderer.ts";
import { appendAll } from "../domain/collections/long-lists.ts";
import { Failure } from "../domain/failure.ts";
import { addressGuard } from "../templates/html/address-guard.ts";
import { htmlTags } from "../templates/html/html-tags.ts";

/** Document tags in the html of mails: mail programs show pictures, and drop drawings inlined in the text. */
export const mailTags: DocumentTagsOf = (warn) => htmlTags({ warn, codes: "png" });

/** Mails are opened as html: their addresses take no schemes that may run a script. */
export const mailAddresses: AddressGuardOf = addressGuard;

/** Printed so much larger, every size in whole pixels is one in whole points. */
const ZOOM = 4;
/** Dots per inch of the printed page that are two for each pixel of the mail. */
const RESOLUTION = 96 * (2 / ZOOM);
const BUDGET = { budgetMs: 12_000, budgetBytes: 8 * 1024 * 1024 };
const TIMEOUT_MS = 27_000;

/** What is printed if no page rule says how large a page is, which all of these have. */
const PAGE = {
  ...LETTER,
  marginsInches: { top: 0, right: 0, bottom: 0, left: 0 },
  landscape: false,
  sizeIsDefault: true,
  heightIsAuto: false,
};

/** Draws the SVG of a mail's html: a page for each drawing, and a picture of each page. */
export const drawForMail: DrawForMail = async (env, page) => {
  const count = page.drawings.length;
  const printed = await printHtml(
    env,
    {
      html: pageOf(page),
      page: PAGE,
      place: { now: page.now.getTime(), timeZone: "UTC", locale: "en-US" },
      resources: { internalHosts: page.internalHosts, fonts: page.fonts },
      limits: { maxPages: count, timeoutMs: TIMEOUT_MS },
    },
    crypto.randomUUID(),
  );
  if (printed.pages !== count)
    throw new Failure("merge_failed", `They take ${printed.pages} pages instead of ${count} when they are drawn.`);
  const pdf = await printedBytes(env, printed);
  checkPages(pdf, 1, count);
  const images: Uint8Array[] = [];
  while (images.length < count) {
    const options = { from: images.length + 1, resolution: RESOLUTION, transparent: true, ...BUDGET };
    const { pages } = await drawPageImages(env, { pdf, options, timeoutMs: TIMEOUT_MS });
    if (pages.length === 0) throw new Failure("merge_failed", "They cannot be drawn.");
    appendAll(
      images,
      pages.map(({ bytes }) => bytes),
    );
  }
  return { images, warnings: printed.warnings };
};

function pageOf({ drawings, shared, styleSheets }: DrawingsPage): string {
  const rules = drawings.map(
    ({ widthPixels, heightPixels }, index) =>
      `@page drawing${index}{size:${widthPixels * ZOOM}px ${heightPixels * ZOOM}px;margin:0}` +
      `#drawing${index}{page:drawing${index};width:${widthPixels}px;height:${heightPixels}px}`,
  );
  const own =
    "html,body{margin:0!important;padding:0!important;border:0!important;background:none!important;" +
    "width:auto!important;max-width:none!important;min-width:0!important;display:block!important}" +
    ".docloom-shared{position:absolute;width:0;height:0;overflow:hidden}" +
    `.docloom-drawing{zoom:${ZOOM};overflow:hidden;break-inside:avoid}` +
    ".docloom-drawing>*{display:block!important;position:static!important;float:none!important;margin:0!important;" +
    "width:100%!important;height:100%!important;max-width:none!important;max-height:none!important}";
  const boxes = drawings.map(({ html }, index) => `<div class="docloom-drawing" id="drawing${index}">${html}</div>`);
  return (
    `<!doctype html><html><head><meta charset="utf-8"><title>Mail</title>` +
    `${styleSheets.map((text) => `<style>${text}</style>`).join("")}<style>${own}${rules.join("")}</style></head>` +
    `<body>${boxes.join("")}<div class="docloom-shared">${shared.join("")}</div></body></html>`
  );
}
