import type { Extract, ExtractRequest } from "../domain/extracted-content.ts";
import type { PrintLimits } from "./print-protocol.ts";

/**
 * How an Office file is laid out and printed.
 *
 * A sealed page is opened ahead with `fonts/fonts.css` and the layout bundle (static asset `layout/app.js`), which
 * defines `window.docloom` as a `LayoutPage`. For a job the file's bytes are handed in, `render` builds the pages in
 * the document, and the page is printed with the sizes its own `@page` rules give.
 */
export interface LayoutPage {
  /**
   * Lays the file out in the document. When the promise is fulfilled everything is in place: fonts loaded, images
   * decoded. A file that cannot be laid out rejects with an error whose message a person can act on.
   */
  render(bytes: ArrayBuffer, options: LayoutOptions): Promise<LayoutOutcome>;

  /** Gets something other than its printed pages out of a file; rejects like `render`. */
  extract(bytes: Uint8Array, request: ExtractRequest): Promise<Extract<unknown>>;
}

/** The families of Office files, by content, not by name. */
export type LayoutKind = "docx" | "doc" | "xlsx" | "xls" | "pptx" | "ppt";

/** What the page is told about the file; plain JSON. */
export interface LayoutOptions {
  kind: LayoutKind;
  /** BCP 47, for number and date formats that follow the locale. */
  locale?: string;
  /** IANA name, for fields such as DATE. */
  timeZone?: string;
  /** Milliseconds since 1970, for fields such as DATE; the present time when absent. */
  now?: number;
  /** For fields such as FILENAME, and as the title of a file that has none. */
  fileName?: string;
  /** Layout stops after this many pages and warns. */
  maxPages: number;
  /** Milliseconds after which layout gives way to plain text. */
  budgetMs?: number;
}

/** What the page says when it is done; plain JSON. */
export interface LayoutOutcome {
  /** Sentences about what was left out or could not be drawn. */
  warnings: string[];
}

/** An Office file to print: its bytes, or the R2 key they are under. */
export type LayoutRequest = {
  options: LayoutOptions;
  limits: PrintLimits;
  /** R2 key, never used before, for a PDF that is too large to hand over. */
  blobKey?: string;
} & ({ bytes: Uint8Array; bytesKey?: undefined } | { bytes?: undefined; bytesKey: string });

/** A file to get something out of. */
export interface ExtractCall {
  request: ExtractRequest;
  bytes: Uint8Array;
  /** Wall clock from the moment a tab is free, in milliseconds. */
  timeoutMs: number;
}

export const LAYOUT_SCRIPT_PATH = "/layout/app.js";
export const FONT_STYLES_PATH = "/fonts/fonts.css";

/** The file reaches the page in pieces: one message to the browser holds 32 MiB, and base64 adds a third. */
export const INPUT_PIECE_BYTES = 8 * 1024 * 1024;
export const INPUT_PATH = "/input/";
