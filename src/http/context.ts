import type { Env, Settings } from "../env.ts";
import type { Store } from "../store/store.ts";
import type { Log } from "./log.ts";

/** What a handler may use of the request and of the service. One per request. */
export interface RequestContext {
  readonly requestId: string;
  readonly request: Request;
  readonly env: Env;
  readonly settings: Settings;
  readonly store: Store;
  /** The id of the run that the request makes, if it makes one: the same whenever its Idempotency-Key is used again. */
  readonly runId?: string;
  readonly executionContext: ExecutionContext;
  /** Structured log lines that carry the request id. */
  readonly log: Log;
  now(): Date;
}

/** The owner of the credentials of a request. */
export interface Caller {
  readonly workspaceId: string;
  readonly keyId: string;
}
