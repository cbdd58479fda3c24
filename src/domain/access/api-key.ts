import type { AuditHead } from "../audit/entry.ts";
import type { Rights } from "./rights.ts";

/** One credential pair as it is kept (wire "Accounts and keys"); the secret itself is never stored. */
export interface ApiKey {
  /** The user name of the pair, e.g. `dk_5Xq...`; public. */
  keyId: string;
  workspaceId: string;
  /** SHA-256 of the secret's text (UTF-8), 64 lower-case hex digits. */
  secretSha256: string;
  /** ISO 8601, or null while the key is valid. */
  revokedAt: string | null;
  /** What it may. */
  rights: Rights;
  /** When it stops working by itself. */
  expiresAt: Date | undefined;
  /** About when the key was last used; undefined before, and for the fixed pair of the environment. */
  lastUsedAt?: Date;
  /** What the workspace keeps, in bytes. */
  storedBytes: number;
  /** The end of the workspace's log. */
  auditHead: AuditHead;
}
