/** The vocabulary of fill-in pages: pages on which people without an account fill a document's fields. */

export const FILL_IN_KINDS = [
  "text",
  "long_text",
  "email",
  "number",
  "amount",
  "date",
  "choice",
  "yes_no",
  "rows",
  "picture",
  "file",
  "signature",
] as const;
export type FillInKind = (typeof FILL_IN_KINDS)[number];

/** A text for people: one for all languages, or one for each. */
export type FillInText = string | Readonly<Record<string, string>>;

/** What is asked for. */
export interface FillInField {
  /** Path of the member in the merge data, such as `Customer.Name`; of a column, the member of its row. */
  name: string;
  kind: FillInKind;
  /** The last step of the name when absent. */
  label?: FillInText;
  help?: FillInText;
  required?: boolean;
  /** As somebody would type it; dates as 2026-11-28, 1 for yes. */
  default?: string;
  /** What a choice offers. */
  options?: string[];
  /** The page's address may fill it: `?Customer.Name=Ada`. */
  prefill?: boolean;
  /** The columns of rows. */
  fields?: FillInField[];
}

/** What people get when they have sent the page: words, the merged file, another address, or the file by mail. */
export const FILL_IN_FOLLOWS = ["words", "file", "address", "mail"] as const;
type FillInFollows = (typeof FILL_IN_FOLLOWS)[number];

/** Languages that the page itself speaks: its buttons and what it says of mistakes. */
export const FILL_IN_LANGUAGES = ["en", "de", "fr", "es", "it", "nl"] as const;
export type FillInLanguage = (typeof FILL_IN_LANGUAGES)[number];

/** `settings[fill_in]`. */
export interface FillInSettings {
  /** Default false. */
  on?: boolean;
  /** The document's name when absent. */
  title?: FillInText;
  /** Words above and below the fields. */
  before?: FillInText;
  after?: FillInText;
  /** In their order on the page; the fields of the template when absent. */
  fields?: FillInField[];
  /** Default `words`. */
  follows?: FillInFollows;
  /** The words that follow. */
  thanks?: FillInText;
  /** The address that follows. */
  address?: string;
  /** The field whose address the file is mailed to, the words of that mail and its subject. */
  mail_to?: string;
  mail_subject?: FillInText;
  mail_text?: FillInText;
  /** ISO 8601: from then on the page is closed. */
  until?: string;
  /** How often the page can be sent, in all. */
  times?: number;
  /** A picture as a data URI. */
  logo?: string;
  /** Of buttons and links, such as `#0b5cad`. */
  color?: string;
  /** Languages that the page may have, the first one for whoever reads none of them; all when absent. */
  languages?: FillInLanguage[];
  /** Origins of the pages that may show it in a frame; `*` for all. */
  frames?: string[];
}

/** Kinds that are sent as files, and cannot be columns. */
export const FILE_KINDS = ["picture", "file", "signature"] as const satisfies readonly FillInKind[];

export const isFileKind = (kind: FillInKind): kind is (typeof FILE_KINDS)[number] =>
  (FILE_KINDS as readonly FillInKind[]).includes(kind);

/** The steps of a field's path. */
export const stepsOf = (name: string): string[] => name.split(".");
