import type { CustomFont } from "../domain/custom-font.ts";
import type { PageFit } from "../domain/document.ts";
import type { FailureMessage } from "../domain/failure-message.ts";
import type { PageWait } from "../domain/page-wait.ts";

/** Paper, margins and what repeats on each page. All sizes in inches. */
export interface PageSetup {
  widthInches: number;
  heightInches: number;
  marginsInches: { top: number; right: number; bottom: number; left: number };
  /** Wide paper; what is wide already stays as it is. */
  landscape: boolean;
  /** Nobody set the size, so that a page rule of the document may. */
  sizeIsDefault: boolean;
  /** The page is as high as what is on it. */
  heightIsAuto: boolean;
  /** What happens to a page that is wider than its paper. */
  fit?: PageFit;
  /** HTML in the top margin of each page; the classes pageNumber, totalPages, title and date are filled in. */
  headerHtml?: string;
  /** The same for the bottom margin. */
  footerHtml?: string;
}

/** When and where a page is. */
export interface PagePlace {
  /** Milliseconds since 1970. */
  now: number;
  /** IANA name. */
  timeZone: string;
  /** BCP 47. */
  locale: string;
}

/** What one print may cost. */
export interface PrintLimits {
  maxPages: number;
  /** Wall clock from the moment a place for a tab is free, the browser's start included, in milliseconds. */
  timeoutMs: number;
}

export const PRINT_LIMITS: PrintLimits = { maxPages: 2_000, timeoutMs: 30_000 };

/** Where the page's images, styles, fonts and scripts may come from. */
interface ResourcePolicy {
  /** The workspace's own list of hosts, see outbound. */
  internalHosts: readonly string[];
  /** Fonts that the workspace brought. */
  fonts: readonly CustomFont[];
}

/** HTML to print. */
export interface PrintRequest {
  html: string;
  /** The nonce that `addNonce` gave the template's scripts; without one no script runs. */
  nonce?: string;
  page: PageSetup;
  place: PagePlace;
  /** What is waited for when the page has been loaded; until it rests when absent. */
  wait?: PageWait;
  /** What the PDF says about itself if the page does not; the language is BCP 47. */
  description?: { title: string; language?: string };
  resources: ResourcePolicy;
  limits: PrintLimits;
  /** Nobody waits for the answer: prints that somebody waits for come first. */
  isQueued?: boolean;
  /** R2 key, never used before, for a PDF that is too large to hand over. */
  blobKey?: string;
}

/**
 * A printed PDF: its bytes, or, if they are too many to pass between Worker and object, the R2 key they are under.
 */
export type PrintResult = { pages: number; warnings: string[] } & (
  | { bytes: Uint8Array; key?: undefined }
  | { bytes?: undefined; key: string; sizeInBytes: number }
);

/** What the object answers. */
export type PoolAnswer<Result> = { result: Result } | { failure: FailureMessage };

export type PrintAnswer = PoolAnswer<PrintResult>;
