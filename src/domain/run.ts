import type { AuditActor } from "./audit/entry.ts";
import type { NewOutboxEntry } from "./delivery/outbox.ts";
import type { Failure } from "./failure.ts";
import type { Renderer } from "./renderer.ts";
import type { RunTask } from "./run-task.ts";

/** The vocabulary of runs: one run is one accepted merge (wire "Deliveries", Runs). */

/** accepted: stored, waiting for its turn; running: one worker holds its lease; done and failed: final. */
export const RUN_STATUSES = ["accepted", "running", "done", "failed"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** How the merge came in. */
export const RUN_SOURCES = ["merge", "api", "route", "batch", "session", "replay", "tool", "fill_in"] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** Who asked for a run. Persons and keys are named by id only, as in the log: their names are looked up when it is read. */
export interface RunAsker {
  /** `address`: whoever has the merge address; `fill_in`: whoever filled in the page of a document. */
  type: AuditActor["type"] | "address" | "fill_in";
  /** Id of the person or of the key; empty for others. */
  id: string;
  /** What the request came by. */
  via: AuditActor["via"];
}

/** A merged file as a run lists it. */
export interface RunFile {
  name: string;
  mediaType: string;
  sizeBytes: number;
  /** SHA-256 of the bytes, hex. */
  sha256: string;
  blobKey: string;
  /** The document that it was merged from; absent for combined files and file rules. */
  documentId?: number;
  ruleId?: string;
}

/** What a receipt states of a run, by SHA-256 in hex; what did not exist is absent. */
export interface RunSeal {
  /** The merge data as canonical JSON (RFC 8785). */
  dataSha256?: string;
  templateSha256?: string;
  files: { name: string; mediaType: string; sizeBytes: number; sha256: string }[];
}

/** Which merge fields had data, which had none, and which data no field used; top-level names. */
export interface RunFields {
  found: string[];
  missing: string[];
  unused: string[];
}

/** A failure as a run keeps it. */
export interface RunProblem {
  code: Failure["code"];
  message: string;
  errors: Failure["errors"];
}

/** What is known about a run when it is accepted. */
export interface NewRun {
  /** An id of the caller's making, for runs that must not be made twice; of two with one id only the first is written. */
  id?: string;
  task: RunTask;
  /** The run that this one is a part of or repeats. */
  parentId?: string;
  source: RunSource;
  /** Whoever asked had nothing but a merge address, or it is a part of such a run: mails go to fewer people. */
  byAddress?: boolean;
  test: boolean;
  /** The merge data as JSON text. Left out where the run cannot be taken up again, because its caller waits for it. */
  data?: string;
  requestId: string;
  /** Of a part of another run, or what one handed on: who asked for that one. */
  askedBy: RunAsker | undefined;
  expiresAt?: Date;
  /** When it is to begin; at once when absent. */
  startAt?: Date;
}

/** A run that is part of another one, such as a document of a data route: it becomes done together with that one. */
export interface RunPart {
  run: NewRun & { id: string };
  /** Merge data that it has in common with other parts, as JSON text; those of the run are its own, and take precedence. */
  commonData?: string;
  result: RunResult;
  /** Why it made nothing: it is a failed run. */
  problem?: RunProblem;
  deliveries: readonly NewOutboxEntry[];
}

/** A run, without its data and files. */
export interface Run {
  id: string;
  workspaceId: string;
  task: RunTask;
  parentId: string | undefined;
  source: RunSource;
  byAddress: boolean;
  status: RunStatus;
  test: boolean;
  requestId: string;
  tries: number;
  acceptedAt: Date;
  startedAt: Date | undefined;
  finishedAt: Date | undefined;
  /** Milliseconds by stage. */
  timings: Record<string, number>;
  fields: RunFields;
  warnings: string[];
  problem: RunProblem | undefined;
  /** What made its PDF; undefined if there is none. */
  renderer: Renderer | undefined;
  /** What receipts state of it once it is done. */
  seal: RunSeal | undefined;
  /** When data and files are removed. */
  expiresAt: Date | undefined;
  /** Undefined for one from before that was kept. */
  askedBy: RunAsker | undefined;
}

/** A run with the name that whoever asked for it has today; empty if there is none. */
export interface NamedRun extends Run {
  askerName: string;
}

/** What a run has come to. */
export interface RunResult {
  files: RunFile[];
  timings: Record<string, number>;
  fields: RunFields;
  warnings: string[];
  /** What made its PDF, if it made one. */
  renderer?: Renderer;
  /** SHA-256 of the merge data as canonical JSON, if there were any. */
  dataSha256?: string;
}
