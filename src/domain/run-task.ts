import type { DeliveryKind } from "./delivery/delivery.ts";
import type { StoredSettings } from "./delivery/delivery-secrets.ts";
import type { DocumentOutput, DocumentSettings, DocumentType } from "./document.ts";
import type { RouteRule, RouteSettings } from "./route.ts";

/**
 * What a merge needs of its document, as it was when the run was accepted: a document that is changed or deleted while
 * the run waits changes nothing.
 */
export interface DocumentSnapshot {
  documentId: number;
  /** The template version, pinned. */
  versionId: string;
  /** Where the version's bytes are. */
  templateKey: string;
  name: string;
  type: DocumentType;
  output: DocumentOutput;
  outputName: string;
  /** Inches, as text; empty for the default. */
  sizeWidth: string;
  sizeHeight: string;
  settings: DocumentSettings;
}

/** What a run keeps of its data route: later changes of the route change nothing. */
export interface RouteSnapshot {
  routeId: number;
  name: string;
  outputName: string;
  rules: RouteRule[];
  /** How its combined PDF is finished. */
  settings?: RouteSettings;
  /** Flatten the PDF forms of its documents, whatever their settings say. */
  flatten?: boolean;
  /** Escape values for html in its documents, or not, whatever their settings say. */
  autoescape?: boolean;
}

/** A delivery that belongs to one run only. */
export interface OwnDelivery {
  kind: DeliveryKind;
  settings: StoredSettings;
}

/** One document is merged. */
export interface DocumentTask {
  kind: "document";
  document: DocumentSnapshot;
  /** Its deliveries are not made. */
  undelivered?: boolean;
  /** Made beside those of the document. */
  delivery?: OwnDelivery;
  /** What was odd about the data as they came. */
  warnings?: string[];
}

/** What steps of a route's merge have made, which goes on: nobody sees it before all have succeeded. */
export interface RouteSteps {
  /** When the first one began (ISO 8601): conditions and texts of all of them go by it. */
  at: string;
  /** How many files the route makes, and how many of them are made. */
  files: number;
  done: number;
  /** Where each step has written what it made, in their order. */
  written: string[];
}

/** A data route is merged. */
export interface RouteTask {
  kind: "route";
  route: RouteSnapshot;
  /** Its deliveries, and those of its documents, are not made. */
  undelivered?: boolean;
  /** Made beside those of the route. */
  delivery?: OwnDelivery;
  /** As long as it goes on, and makes more than one step can. */
  steps?: RouteSteps;
  /** What was odd about the data as they came. */
  warnings?: string[];
}

/** What can be merged with one record of data. */
export type MergeTask = DocumentTask | RouteTask;

/** What becomes of a batch's files together; with `none` they stay in the runs of their records. */
export const BATCH_OUTPUTS = ["zip", "pdf", "none"] as const;
type BatchOutput = (typeof BATCH_OUTPUTS)[number];

/** Many records are merged, each as a run of its own, and their files put together. */
export interface BatchTask {
  kind: "batch";
  of: MergeTask;
  output: BatchOutput;
  records: number;
  /** When it is to begin, if not at once (ISO 8601). */
  runAt?: string;
  /** No further record is begun until it is resumed. */
  paused?: boolean;
  /** The columns of the list that its records were made of, and the field that each filled. */
  columns?: { heading: string; field: string }[];
  /** What was odd about the records as they came. */
  warnings?: string[];
}

/** A file tool works on what was sent to it; the run's data are its body. */
export interface ToolTask {
  kind: "tool";
  /** Last segment of the tool's path, e.g. `split_pdf`. */
  tool: string;
  delivery?: OwnDelivery;
  /** Members of the body that nobody may see, encrypted; they go when the run is final. */
  secrets?: string;
  /** Whether there were some: a run without them cannot be repeated. */
  hadSecrets?: boolean;
}

/** What a run does, with everything that it needs as it was at the time. */
export type RunTask = MergeTask | BatchTask | ToolTask;

/** The document or the data route that a run merges; none for a tool. */
export function targetIds(task: RunTask): { documentId?: number; routeId?: number } {
  if (task.kind === "tool") return {};
  if (task.kind === "batch") return targetIds(task.of);
  return task.kind === "document" ? { documentId: task.document.documentId } : { routeId: task.route.routeId };
}
