import type { DocumentSettings } from "./document.ts";
import type { MergeTarget } from "./merge-target.ts";

/** The vocabulary of data routes (interface 2.7 and 2.8, wire "Rules of a data route"). */

/** One condition of a rule; all must hold. `field` may be a path. */
export interface RouteRuleCondition {
  field: string;
  exp: string;
  value: string;
}

/** What a rule says. It names a document or a file. */
export interface NewRouteRule {
  documentId?: number;
  /** A URL, or merge language that yields one. */
  file: string;
  combine: boolean;
  combineDocx: boolean;
  /** Rules run in this order; equal ones in the order given. */
  sort: number;
  /** The list that repeats the rule, as it was written; empty for none. */
  loopField: string;
  conditions: RouteRuleCondition[];
}

/** A rule that says nothing besides its document or file. */
export const PLAIN_RULE: Omit<NewRouteRule, "documentId"> = {
  file: "",
  combine: false,
  combineDocx: false,
  sort: 0,
  loopField: "",
  conditions: [],
};

export interface RouteRule extends NewRouteRule {
  id: string;
  /** The template version of its document at this moment; absent for files, and when the document was deleted. */
  versionId?: string;
  /** Name of its document if that was deleted; empty once it was removed for good. */
  deletedDocument?: string;
}

/** How the combined PDF of a route is finished, where what is absent is what all of its documents agree on; who reaches its sessions; and its fill-in page. */
export type RouteSettings = Pick<
  DocumentSettings,
  "title" | "author" | "picture_dpi" | "pdf_a" | "pdf_ua" | "signature" | "sessions" | "fill_in"
>;

export interface Route extends Omit<MergeTarget, "retentionDays"> {
  id: number;
  workspaceId: string;
  key: string;
  /** Days for which merged files are kept; undefined: as the workspace says. */
  retentionDays: number | undefined;
  settings: RouteSettings;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** Rules of an update: one with an id changes that rule, one without is added; rules that are not named stay. */
export type RouteRuleChange = ({ id: string } & Partial<NewRouteRule>) | ({ id?: undefined } & NewRouteRule);
