import { Buffer } from "node:buffer";
import { canonicalJson } from "../canonical-json.ts";

/** The action of the entry that says up to which one (`after.up_to`) entries are kept no longer. */
export const EXPIRED = "audit.expired";

/** Who did something. Persons and keys are named by id only: their names are looked up when the log is read. */
export interface AuditActor {
  /** `link`: a browser that a sign-in link signed in; `directory`: the company's, by SCIM; `service`: the service itself. */
  type: "person" | "key" | "link" | "directory" | "service";
  /** Id of the person or of the key; empty for others. */
  id: string;
  /** What the request came by. */
  via: "api" | "console" | "command_line" | "agent" | "application" | "directory" | "service";
}

/** What was done to: kind, id, and its name where that names no person. */
export interface AuditResource {
  type: string;
  id: string;
  name: string;
}

/** Names and values; never merge data, never secrets. */
export type AuditValues = Readonly<Record<string, unknown>>;

/** What an endpoint says about a change. */
export interface AuditedAct {
  /** `document.updated` */
  action: string;
  resource: AuditResource;
  before?: AuditValues;
  after?: AuditValues;
}

/** An act with who did it, when and by which request. */
export interface NewAuditEntry extends AuditedAct {
  at: Date;
  actor: AuditActor;
  request: { id: string; from_client: boolean };
  /** The network of the client's address, e.g. `203.0.113.0/24`; empty if unknown. */
  network: string;
}

/** The end of a workspace's chain. */
export interface AuditHead {
  /** 0: nothing has been written. */
  seq: number;
  /** SHA-256, hexadecimal; empty for 0. */
  hash: string;
}

/** An entry as it is hashed and kept. */
export interface AuditEntry extends AuditedAct {
  version: 1;
  workspace: string;
  /** 1, 2, 3, ... within the workspace. */
  seq: number;
  /** The hash of the entry before it; empty for the first one. */
  previous: string;
  at: string;
  actor: AuditActor;
  request: { id: string; from_client: boolean };
  network: string;
}

/** An entry as canonical JSON (RFC 8785), and the SHA-256 of that. */
export interface SealedEntry {
  seq: number;
  text: string;
  hash: string;
}

/** The entry that follows `head`. */
export async function sealEntry(workspace: string, head: AuditHead, entry: NewAuditEntry): Promise<SealedEntry> {
  const { at, ...said } = entry;
  const seq = head.seq + 1;
  const whole: AuditEntry = { version: 1, workspace, seq, previous: head.hash, ...said, at: at.toISOString() };
  const text = canonicalJson(whole);
  return { seq, text, hash: await sha256Of(text) };
}

/** SHA-256 of a text's UTF-8, hexadecimal. */
export async function sha256Of(text: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toString("hex");
}
