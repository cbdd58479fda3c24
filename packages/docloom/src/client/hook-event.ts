/** What a hook is sent; `type` says which. A newer service may have events that are not among these. */
export type HookEvent =
  | Event<"run.done", RunMembers & { files: HookFile[] }>
  | Event<"run.failed", RunMembers & { code: string; message: string }>
  | Event<
      "batch.done",
      RunMembers & { records: number; records_done: number; records_failed: number; files: HookFile[] }
    >
  | Event<"delivery.failed", RunMembers & FailedDelivery>
  /** `fields`: what was filled in; null if it was large and the run has no data any more. */
  | Event<"form.submitted", RunMembers & { fields: Record<string, unknown> | null }>
  | Event<"document.published", PublishedDocument>;

interface Event<Type extends string, Data> {
  type: Type;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: Data;
}

/** A file of a run, to be loaded without credentials. */
export interface HookFile {
  name: string;
  media_type: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** Works for seven days from the last try. */
  url: string;
}

interface RunMembers {
  run_id: string;
  kind: "document" | "route" | "batch" | "tool";
  /** Of the document or data route, or of the tool. */
  name: string;
  document_id?: string;
  route_id?: string;
  /** The run that this one is a part of. */
  parent_id?: string;
  source: string;
  test: boolean;
  warnings: string[];
}

interface FailedDelivery {
  delivery_id: string;
  delivery_type: string;
  delivery_name: string;
  target: string;
  /** `partial`: it reached only some. */
  status: "dead" | "partial";
  tries: number;
  response: string;
}

interface PublishedDocument {
  document_id: string;
  name: string;
  folder: string;
  type: string;
  version: number;
  /** Of the template, hexadecimal. */
  sha256: string;
  /** The key that wrote it, or `person:` and an id. */
  written_by: string;
}
