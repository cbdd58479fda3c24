import type { Person } from "../domain/access/person.ts";
import type { Rights } from "../domain/access/rights.ts";
import type { AuditHead } from "../domain/audit/entry.ts";
import type { Log } from "../domain/log.ts";
import type { Env, Settings } from "../env.ts";
import type { CheckedKey } from "../store/keys.ts";
import type { LoginSession } from "../store/login-sessions.ts";
import type { Store } from "../store/store.ts";

/** The service's settings; addresses begin with the request's own origin if no other root is set. */
type RequestSettings = Omit<Settings, "publicBaseUrl"> & { publicBaseUrl: string };

/** What a handler may use of the request and of the service. One per request. */
export interface RequestContext {
  readonly requestId: string;
  /** The client has named the request's id. */
  readonly isForeignRequestId: boolean;
  readonly request: Request;
  readonly env: Env;
  readonly settings: RequestSettings;
  /** What is kept; in an endpoint that needs a right, only what lies in folders where the caller has it. */
  readonly store: Store;
  /** The id of the run that the request makes, if it makes one: the same whenever its Idempotency-Key is used again. */
  readonly runId?: string;
  /** Present if the work is done somewhere other than where the request came in: its caller is already known. */
  readonly forwardedCaller?: Caller;
  /** Who a token of an application stands for; undefined for one that is not valid (any more). */
  readonly applicationCaller: (context: RequestContext, token: string) => Promise<Caller | undefined>;
  /** Present if what the isolate keeps may stand for what is read: whatever the request writes is held against it. */
  readonly kept?: KeptReads;
  readonly executionContext: ExecutionContext;
  /** Structured log lines that carry the request id. */
  readonly log: Log;
  now(): Date;
}

/** Whether something that is kept stood for what would have been read. */
interface KeptReads {
  isUsed: boolean;
}

/** The owner of the credentials of a request. */
export interface Caller {
  readonly workspaceId: string;
  /** Empty for a session that a person or a sign-in link opened. */
  readonly keyId: string;
  /** What the workspace kept when the credentials were checked, in bytes. */
  readonly storedBytes: number;
  /** The end of the workspace's log when the credentials were checked. */
  readonly auditHead?: AuditHead;
  /** The browser's session, if the request came by its cookie. */
  readonly session?: LoginSession;
  /** Who has signed in; absent for a key, and for a sign-in link. */
  readonly person?: Person;
  /** The application that acts for the person, if one does: what it may is read with its token. */
  readonly application?: { readonly id: string };
  /** What the caller may, read with the credentials (`may`). */
  readonly rights: Rights;
  /** The API key, if it was kept rather than read: what it asks for is written only if it may still merge. */
  readonly cachedKey?: CheckedKey;
}

/** Whose requests are counted, and whose answers are kept, together. */
export const callerId = ({ session, application, keyId }: Caller): string => session?.id ?? application?.id ?? keyId;
