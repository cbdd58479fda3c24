import * as z from "zod";
import {
  type DocumentSettings,
  E_INVOICE_PROFILES,
  E_INVOICE_SYNTAXES,
  IMAGE_DPI,
  LOG_SETTINGS,
  PAGE_FITS,
  PDF_A_LEVELS,
  SESSION_SETTINGS,
} from "../../domain/document.ts";
import { isCurrency, isLanguage } from "../../domain/iso-codes.ts";
import { MAX_PAGE_WAIT_MS, readPageWait } from "../../domain/page-wait.ts";
import { flag, integer, list, number, text } from "../../http/wire-values.ts";
import type { DocumentChanges } from "../../store/documents.ts";
import { fillInJson, fillInSchema } from "./fill-in-schema.ts";
import { signatureSchema } from "./signature-schema.ts";

/** Longest header or footer template, in characters. */
const MAX_TEMPLATE_LENGTH = 100_000;

/** A setting that empty text, or null, puts back to its default. */
export function clearable<Schema extends z.ZodType>(schema: Schema) {
  return z.union([z.literal(["", null]).transform(() => null), schema]).optional();
}

/** A flag; empty text means off, as everywhere. */
const onOff = () => z.union([z.null(), flag()]).optional();

const imageDpi = integer().pipe(z.int().min(IMAGE_DPI.least).max(IMAGE_DPI.most));
const inches = number().pipe(z.number().min(0).max(50));
const sides = z.strictObject({
  top: inches.meta({ description: "At the top, in inches." }),
  right: inches.meta({ description: "On the right, in inches." }),
  bottom: inches.meta({ description: "At the bottom, in inches." }),
  left: inches.meta({ description: "On the left, in inches." }),
});
const everySide = inches.transform((side) => ({ top: side, right: side, bottom: side, left: side }));

export const localeSchema = text().transform((value, context) => {
  const tag = knownTag(value);
  if (tag !== undefined) return tag;

  context.addIssue({ code: "custom", message: `${JSON.stringify(value)} is not a language tag such as en-US` });
  return z.NEVER;
});

export const timezoneSchema = text().refine(isTimeZone, { error: "must be a time zone such as Europe/Berlin" });

export const currencySchema = text()
  .transform((value) => value.toUpperCase())
  .refine(isCurrency, { error: "must be a currency code such as EUR" });

const waitSchema = text()
  .transform((value) => value.trim())
  .refine((value) => readPageWait(value) !== undefined, {
    error: `must be milliseconds from 0 to ${MAX_PAGE_WAIT_MS}, "expression: window.ready" or "event: ready"`,
  });

const pageTemplate = text().pipe(z.string().max(MAX_TEMPLATE_LENGTH));

/** A text that somebody looks for. */
const shownText = text().pipe(z.string().trim().min(1).max(1_000));

/** A single text counts as a list of one: form pairs cannot tell them apart. */
const texts = z.union([list(z.array(shownText).max(100)), shownText.transform((one) => [one])]);

const testSchema = z
  .strictObject({
    name: text().pipe(z.string().trim().min(1).max(200)).meta({ description: "Name of the test." }),
    data: z.record(z.string(), z.unknown()).optional().meta({ description: "Merge data." }),
    sample: text().optional().meta({ description: "Name of a sample whose data are merged, in place of `data`." }),
    pages: integer().pipe(z.number().min(0)).optional().meta({ description: "Pages that the PDF has to have." }),
    text: texts
      .optional()
      .meta({ description: "Texts that the PDF has to show; blanks and line breaks do not matter." }),
    no_text: texts.optional().meta({ description: "Texts that it must not show." }),
    missing: list(z.array(text())).optional().meta({ description: "The only fields that may be without data." }),
    warnings: flag().optional().meta({ description: "0: the merge may have no warnings." }),
  })
  .refine(({ data, sample }) => data === undefined || sample === undefined, {
    error: "must have data or sample, not both",
  });

/** Each test is a merge of its own while somebody waits. */
const MAX_TESTS = 20;

/** The setting by which PDFs are signed. */
const signatureSetting = clearable(signatureSchema).meta({
  description:
    "The PDF of each merge is signed (PAdES) by an identity of the workspace; test merges are not. It replaces the setting as a whole.",
});

/** `settings` of a document. Only members that are sent change; empty text puts one back to its default. */
export const settingsSchema = z.strictObject({
  flatten: onOff().meta({ description: "1: the fields of a filled PDF form become plain content." }),
  autoescape: onOff().meta({ description: "1: values are escaped for html unless the template says otherwise." }),
  syntax: clearable(z.enum(["docloom", "docxtemplater"])).meta({ description: "The language of the template's tags." }),
  locale: clearable(localeSchema).meta({
    description: "Language and region for numbers, dates and money, such as `en-US`; the workspace's own when empty.",
  }),
  timezone: clearable(timezoneSchema).meta({
    description: "Time zone of dates, such as `Europe/Berlin`; the workspace's own when empty.",
  }),
  currency: clearable(currencySchema).meta({
    description: "Currency of amounts, such as `EUR`; the workspace's own when empty.",
  }),
  margins: clearable(z.union([everySide, sides])).meta({
    description: "Margins of html pages in inches: one number for all sides, or an object of the four.",
  }),
  landscape: onOff().meta({ description: "1: html pages are landscape." }),
  fit: clearable(z.enum(PAGE_FITS)).meta({
    description:
      "What happens where an html page is wider than its paper: `shrink` makes all of it smaller, `wrap` lets what is in it break. When empty, a warning says so.",
  }),
  header: clearable(pageTemplate).meta({ description: "Template of what is printed at the top of every html page." }),
  footer: clearable(pageTemplate).meta({
    description: "Template of what is printed at the bottom of every html page.",
  }),
  wait: clearable(waitSchema).meta({
    description:
      "What the PDF of an html page with scripts waits for: milliseconds of the page's own time, at most 30000 (`1500`), something that becomes true (`expression: window.ready`), or an event (`event: ready`). When empty, until the page has come to rest, 10 seconds of its time at most.",
  }),
  explain: onOff().meta({ description: "1: `explain=1` needs no credentials at the merge address." }),
  sessions: clearable(z.enum(SESSION_SETTINGS)).meta({
    description:
      "`open`: data gathered under any `_session` are everybody's who knows the merge address. Otherwise, without credentials, a session needs a name of at least 20 letters and digits, or `new`.",
  }),
  log: clearable(z.enum(LOG_SETTINGS)).meta({
    description:
      "`after`: merges with `download=1` are answered before they are written into the log. If the service stops in that moment, the merge is in no log and counted nowhere, and a change of the document may be seen a merge later. With deliveries, an `Idempotency-Key` or an API key, and when empty or `before`, they are in the log first.",
  }),
  show_warnings: onOff().meta({
    description:
      "1: test merges show their first warnings small at the foot of each page or slide, in the footer of printed sheets, below the text of Word documents.",
  }),
  keep_comments: onOff().meta({
    description:
      "1: merged Word files keep the comments and tracked changes of their template, PowerPoint files its comments; else insertions are accepted, deletions dropped and comments left out.",
  }),
  title: clearable(pageTemplate).meta({
    description:
      "Title that the PDF states; may hold merge fields. Without it: the template's own, else the document's name.",
  }),
  author: clearable(pageTemplate).meta({ description: "Author that the PDF states; may hold merge fields." }),
  picture_dpi: clearable(imageDpi).meta({
    description: "Pixels per inch, such as 150: pictures with far more are reduced to it in the PDF.",
  }),
  pdf_a: clearable(z.enum(PDF_A_LEVELS)).meta({
    description: "Part and level of PDF/A that the PDF conforms to, such as `3a`; a merge that cannot conform fails.",
  }),
  pdf_ua: onOff().meta({ description: "1: the PDF conforms to PDF/UA-1; a merge that cannot conform fails." }),
  e_invoice: clearable(z.enum(E_INVOICE_PROFILES)).meta({
    description:
      "Profile of the e-invoice: Factur-X and ZUGFeRD, XRechnung, or Peppol BIS Billing 3. It goes into the PDF, which then is PDF/A-3, or is a file beside it (`e_invoice_syntax`). A merge whose data do not make a valid one fails.",
  }),
  e_invoice_syntax: clearable(z.enum(E_INVOICE_SYNTAXES)).meta({
    description:
      "`cii` (the default): Cross Industry Invoice within the PDF. `ubl`: UBL 2.1, a second file of the merge beside the PDF, of the profiles `en16931`, `xrechnung` and `peppol`.",
  }),
  e_invoice_pdf: onOff().meta({
    description: "1: the PDF is put into the e-invoice, where its syntax is `ubl`.",
  }),
  e_invoice_record: clearable(text().pipe(z.string().max(200))).meta({
    description: "Where the record of the e-invoice is in the merge data; `invoice` when absent.",
  }),
  e_invoice_xml: clearable(pageTemplate).meta({
    description: "A template of the e-invoice's XML, instead of a record.",
  }),
  signature: signatureSetting,
  approval: onOff().meta({
    description:
      "1: what merges use (template, settings, output, deliveries) changes only as a second person has approved it; this setting, too.",
  }),
  tests: clearable(list(z.array(testSchema).max(MAX_TESTS, { error: `must be at most ${MAX_TESTS} tests` }))).meta({
    description: "What has to hold before a new template of the document is published.",
  }),
  fill_in: clearable(fillInSchema).meta({
    description:
      "A page on which people without an account fill it in (`GET .../fill_in` says where). It replaces the setting as a whole.",
  }),
});

/** `settings` of a data route: those of its combined PDF, of its sessions and its fill-in page. */
export const routeSettingsSchema = settingsSchema.pick({
  title: true,
  author: true,
  picture_dpi: true,
  pdf_a: true,
  pdf_ua: true,
  signature: true,
  sessions: true,
  fill_in: true,
});

/** Settings without those that were cleared: what a new document starts with. */
export function withoutNulls(settings: NonNullable<DocumentChanges["settings"]>): DocumentSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
}

/** Settings as an answer shows them: flags are 1 or 0. */
export function settingsJson({ fill_in, ...settings }: DocumentSettings): Record<string, unknown> {
  const entries = Object.entries(settings).map(([name, value]) => [name, typeof value === "boolean" ? +value : value]);
  return { ...Object.fromEntries(entries), ...(fill_in ? { fill_in: fillInJson(fill_in) } : {}) };
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** The tag in its canonical form, if it names a language: `german` and `xx-ZZ` are well formed but name none. */
function knownTag(written: string): string | undefined {
  try {
    const [tag = ""] = Intl.getCanonicalLocales(written);
    return isLanguage(new Intl.Locale(tag).language) ? tag : undefined;
  } catch {
    return undefined;
  }
}
