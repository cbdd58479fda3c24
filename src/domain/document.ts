import type { FillInSettings } from "./fill-in.ts";

/** The vocabulary of documents (interface 2.2, wire "Output types"). */

export const DOCUMENT_TYPES = ["html", "pdf", "docx", "xlsx", "pptx"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const DOCUMENT_OUTPUTS = ["pdf", "docx", "xlsx", "pptx", "html", "email", "xml"] as const;
export type DocumentOutput = (typeof DOCUMENT_OUTPUTS)[number];

/** Which outputs a document of each type can produce; the first one is the default. `xml` is its e-invoice alone. */
export const OUTPUTS_BY_TYPE: Readonly<Record<DocumentType, readonly DocumentOutput[]>> = {
  html: ["pdf", "html", "email", "xml"],
  docx: ["pdf", "docx", "email", "xml"],
  xlsx: ["pdf", "xlsx", "email", "xml"],
  pptx: ["pdf", "pptx", "email", "xml"],
  pdf: ["pdf", "email", "xml"],
};

/** What a document produces when nothing else was said. */
export function defaultOutput(type: DocumentType): DocumentOutput {
  const [first = "pdf"] = OUTPUTS_BY_TYPE[type];
  return first;
}

/** Levels of PDF/A that a file can be made to conform to. */
export const PDF_A_LEVELS = ["2b", "2u", "2a", "3b", "3u", "3a"] as const;
export type PdfALevel = (typeof PDF_A_LEVELS)[number];

/** Profiles of e-invoices: those of Factur-X and ZUGFeRD from the poorest on, XRechnung, and Peppol BIS Billing 3. */
export const E_INVOICE_PROFILES = [
  "minimum",
  "basic-wl",
  "basic",
  "en16931",
  "extended",
  "xrechnung",
  "peppol",
] as const;
export type EInvoiceProfile = (typeof E_INVOICE_PROFILES)[number];

/** What happens to an html page that is wider than its paper: all of it becomes smaller, or what is in it breaks. */
export const PAGE_FITS = ["shrink", "wrap"] as const;
export type PageFit = (typeof PAGE_FITS)[number];

/** Syntaxes of e-invoices: UN/CEFACT's Cross Industry Invoice, and UBL 2.1. */
export const E_INVOICE_SYNTAXES = ["cii", "ubl"] as const;
export type EInvoiceSyntax = (typeof E_INVOICE_SYNTAXES)[number];

/** What `picture_dpi` may be. */
export const IMAGE_DPI = { least: 36, most: 1_200 };

/** `settings[sessions]`. */
export const SESSION_SETTINGS = ["unguessable", "open"] as const;
type DataSessionsSetting = (typeof SESSION_SETTINGS)[number];

/** `settings[log]`. */
export const LOG_SETTINGS = ["before", "after"] as const;
type LogSetting = (typeof LOG_SETTINGS)[number];

/** Settings that a document may carry; every member is optional and has a default in the merge. */
export interface DocumentSettings {
  /** pdf documents: flatten the filled form (default true). */
  flatten?: boolean;
  /** html documents: escape values (default true; language "Differences from Smarty", 1). */
  autoescape?: boolean;
  /** docx and pptx: which template language the file is written in (default "docloom"). */
  syntax?: "docloom" | "docxtemplater";
  /** BCP 47 tag, e.g. "en-US". */
  locale?: string;
  /** IANA zone, e.g. "Europe/Berlin". */
  timezone?: string;
  /** ISO 4217 code, e.g. "USD". */
  currency?: string;
  /** html documents: page margins in inches. */
  margins?: { top: number; right: number; bottom: number; left: number };
  landscape?: boolean;
  /** html documents: what happens where a page is wider than its paper (as told in a warning when absent). */
  fit?: PageFit;
  /** html documents: Chrome header and footer templates, merged like the body. */
  header?: string;
  footer?: string;
  /** html documents: what their PDF waits for: milliseconds, `expression: ...` or `event: ...`, see `readPageWait`. */
  wait?: string;
  /** Whoever knows the merge address may ask for `explain=1` without credentials (default false). */
  explain?: boolean;
  /**
   * Who reaches data gathered under a `_session` at the merge address: whoever knows a name that cannot be guessed (default),
   * or everybody, whatever the name.
   */
  sessions?: DataSessionsSetting;
  /** Whether a merge whose caller waits for the file is in the log before it is answered (default) or after it, see `merge/run/write-after.ts`. */
  log?: LogSetting;
  /** Test merges to PDF show their warnings small at the foot of each page (default false). */
  show_warnings?: boolean;
  /** Merged Word files keep the comments and tracked changes of their template, PowerPoint files its comments (default false). */
  keep_comments?: boolean;
  /** PDFs: title and author that the file states; templates, merged like the name of the file. */
  title?: string;
  author?: string;
  /** PDFs: pictures with far more pixels per inch than this are reduced to it. */
  picture_dpi?: number;
  /** PDFs: part and level of ISO 19005 that the file conforms to. */
  pdf_a?: PdfALevel;
  /** PDFs: the file conforms to ISO 14289-1 (default false). */
  pdf_ua?: boolean;
  /** PDFs: profile of the e-invoice that is attached (Factur-X, ZUGFeRD, XRechnung). */
  e_invoice?: EInvoiceProfile;
  /** Its syntax (default `cii`, which goes into the PDF); `ubl` is a file beside the PDF. */
  e_invoice_syntax?: EInvoiceSyntax;
  /** The PDF is put into the e-invoice, where that is UBL (default false). */
  e_invoice_pdf?: boolean;
  /** Path of the record in the merge data that the e-invoice is made of (default `invoice`). */
  e_invoice_record?: string;
  /** A template of the e-invoice's XML, which takes precedence over the record. */
  e_invoice_xml?: string;
  /** PDFs: by whom, and how, the file is signed. */
  signature?: SignatureSettings;
  /** What merges use changes only with a second person's approval (default false). */
  approval?: boolean;
  /** What a template has to show before it is published. */
  tests?: DocumentTest[];
  /** The page on which people without an account fill it in. */
  fill_in?: FillInSettings;
}

/** What an author's signature allows others to change. */
export const CERTIFICATIONS = ["no_changes", "forms", "annotations"] as const;
export type Certification = (typeof CERTIFICATIONS)[number];

/** Levels of PAdES: a signature, one with a timestamp, one with all that verifies it later (ETSI EN 319 142-1). */
export const SIGNATURE_LEVELS = ["b-b", "b-t", "b-lt"] as const;
export type SignatureLevel = (typeof SIGNATURE_LEVELS)[number];

/** How the PDF of each merge is signed. Texts are templates; lengths are points from the upper left corner of the page. */
export interface SignatureSettings {
  /** Id or name of an identity that the workspace keeps. */
  identity: string;
  reason?: string;
  location?: string;
  contact?: string;
  /** A signature field of the PDF, or the name of a new one. */
  field?: string;
  certify?: Certification;
  page?: number;
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  /** What a visible signature says. */
  text?: string;
  /** Address of a timestamping authority. */
  timestamp_url?: string;
  /** What the timestamp makes possible when absent. */
  level?: SignatureLevel;
  /** JPEG or PNG next to the text of a visible signature, in base64. */
  picture?: string;
}

/** One of a document's own tests: a merge, and what it has to come to. */
export interface DocumentTest {
  name: string;
  /** Merge data, or the name of a sample that has them. */
  data?: Record<string, unknown>;
  sample?: string;
  /** Pages of the PDF. */
  pages?: number;
  /** Texts that the PDF has to show, and texts that it must not. */
  text?: string[];
  no_text?: string[];
  /** Names of the only fields that may be without data; when absent, any may. */
  missing?: string[];
  /** False: the merge may have no warnings. */
  warnings?: boolean;
}

/** One merge field as the language's field lister reports it (interface 2.3, wire "Beyond the listed endpoints"). */
export interface DocumentField {
  /** Opaque, stable for the same name of the same document. */
  key: string;
  name: string;
  type: "text" | "number" | "date" | "boolean" | "list" | "object" | "image" | "choice";
  required: boolean;
  occurrences: { part: string; text: string }[];
  options?: string[];
  /** Members of an object, or of the items of a list. */
  fields?: DocumentField[];
  default?: string;
  /** Where it is used, besides or instead of the template. */
  used_in?: FieldUse[];
}

export const FIELD_USES = ["template", "header", "footer", "output_name", "delivery", "rule"] as const;

/** One use of a field: the document's or route's own text, or one of its deliveries, rules or documents. */
export interface FieldUse {
  in: (typeof FIELD_USES)[number];
  /** Which delivery, rule or, for the fields of a route, document. */
  id?: string;
  /** Which of the delivery's settings. */
  setting?: string;
}

/** A field as a template's inspection finds it; keys are given when it is stored. */
export interface InspectedField extends Omit<DocumentField, "key" | "fields" | "used_in"> {
  fields?: InspectedField[];
}
