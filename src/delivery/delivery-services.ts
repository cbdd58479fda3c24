import type { CustomFont } from "../domain/custom-font.ts";
import type { Log } from "../domain/log.ts";
import type { RunFile } from "../domain/run.ts";
import type { Env } from "../env.ts";
import type { OutboundPolicy } from "../outbound/outbound-policy.ts";
import type { StoredDocument } from "../store/document-rows.ts";
import type { Store } from "../store/store.ts";
import type { AddressGuardOf, DocumentTagsOf } from "./setting-renderer.ts";

/** Data handed on to a data route. */
interface RouteForward {
  workspaceId: string;
  routeId: number;
  data: Readonly<Record<string, unknown>>;
  test: boolean;
  /** The run whose delivery this is. */
  parentId: string;
  /** The same on every try: of two hand-overs with one key only the first one starts a run. */
  idempotencyKey: string;
}

/** Accepts a merge of a data route. */
export type MergeRoute = (forward: RouteForward) => Promise<{ runId: string }>;

/** A further document of a mail, to be merged. */
interface AttachedMerge {
  document: StoredDocument;
  data: Readonly<Record<string, unknown>>;
  test: boolean;
  /** Whether the data came without credentials. */
  byAddress: boolean;
  /** The run whose delivery this is. */
  parentId: string;
  /** The same on every try: what was merged before is not merged again. */
  runId: string;
}

/** Merges it while the delivery waits. @throws Failure of the merge */
export type MergeAttached = (merge: AttachedMerge) => Promise<{ runId: string; files: readonly RunFile[] }>;

/** A drawing of a mail, and how large it is shown, in CSS pixels. */
export interface MailDrawing {
  /** The drawing itself, or a picture element with it. */
  html: string;
  widthPixels: number;
  heightPixels: number;
}

/** Drawings of one mail, which may refer to each other. */
export interface DrawingsPage {
  drawings: readonly MailDrawing[];
  /** Drawings that nobody sees by themselves: symbols, gradients. */
  shared: readonly string[];
  /** Style sheets of the mail. */
  styleSheets: readonly string[];
  internalHosts: readonly string[];
  fonts: readonly CustomFont[];
  now: Date;
}

/** Draws on transparent ground, twice as fine as on a screen: a PNG for each drawing. @throws Failure */
export type DrawForMail = (
  env: Env,
  page: DrawingsPage,
) => Promise<{ images: readonly Uint8Array[]; warnings: readonly string[] }>;

/** What deliveries may use, whoever makes them. */
export interface DeliveryServices {
  env: Env;
  store: Store;
  outbound(internalHosts: readonly string[]): OutboundPolicy;
  now(): Date;
  log: Log;
  /** Given by whoever runs the jobs; without it, deliveries to routes fail with a sentence that says so. */
  mergeRoute?: MergeRoute;
  /** Further documents of mails; given by whoever runs the jobs. */
  mergeAttached?: MergeAttached;
  /** Pictures and codes in the html of mails; given by whoever runs the jobs, too. */
  mailTags?: DocumentTagsOf;
  /** Keeps scripts of the data out of the addresses of mails. */
  mailAddresses?: AddressGuardOf;
  /** Pictures of SVG in the html of mails; given by whoever runs the jobs. */
  drawForMail?: DrawForMail;
}
