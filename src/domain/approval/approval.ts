import type { DocumentOutput, DocumentSettings } from "../document.ts";

/** `asked`, then decided or withdrawn; `used` once the change was made. */
export const APPROVAL_STATES = ["asked", "approved", "given_back", "withdrawn", "used"] as const;
export type ApprovalStatus = (typeof APPROVAL_STATES)[number];

/** What somebody wants to do to what a document's merges use. Only what is there changes. */
export interface AskedChange {
  /** Number of the version that merges are to use. */
  version?: number;
  /** SHA-256 of its template, hex. */
  template?: string;
  /** A setting that is null goes back to its default. */
  settings?: { [Name in keyof DocumentSettings]?: DocumentSettings[Name] | null };
  output?: DocumentOutput;
  sizeWidth?: string;
  sizeHeight?: string;
  /** A delivery to switch on or off. */
  delivery?: { id: string; active: boolean };
}
