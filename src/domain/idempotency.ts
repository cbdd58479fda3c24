/** An answer kept for replay (wire "Headers", Idempotency-Key). */
export interface StoredAnswer {
  status: number;
  /** Header names in lower case. */
  headers: [name: string, value: string][];
  body: Uint8Array;
}

/** An answer that is made again from the files of its run: they are kept once, and as long as retention says. */
export type AnswerOfRun = Omit<StoredAnswer, "body"> & { body: undefined };

/** A key that a request names. */
export interface NamedKey {
  /** In which it is kept. */
  workspaceId: string;
  /**
   * Who may see the answer: the id of a key or of a browser's session, or a SHA-256 of what was found at an address without
   * credentials and of the content.
   */
  scope: string;
  /** The client's Idempotency-Key, at most 255 characters. */
  key: string;
}

/** The same, and for what. */
export interface KeyedRequest extends NamedKey {
  /** SHA-256 (hex) of path, query and body. */
  fingerprint: string;
}

/** A key that becomes a run's in the write that says that the run is over, if it is nobody's by then. */
export interface KeyClaim extends KeyedRequest {
  /** What is answered to something that was thrown, and whether it is kept: what another try may change is not. */
  refusalOf(error: unknown): Promise<{ answer: StoredAnswer; isKept: boolean }>;
}

/** What `begin` found under a scope and key. */
type IdempotencyState =
  /**
   * Nothing was there (or it had expired): the caller now owns the key and must call `finish` or `abandon`. `since` is when
   * the key was first used for this request: the same for those that come after one that died or failed.
   */
  | { state: "started"; since: Date }
  /**
   * The first request still runs. One that has not said so for `IDEMPOTENCY_LEASE_MS` counts as dead and is taken over as
   * "started".
   */
  | { state: "running" }
  /** The key was used with another fingerprint. */
  | { state: "mismatch" }
  | { state: "finished"; answer: StoredAnswer }
  /** Answered from a run's files. */
  | { state: "answered_from_run"; runId: string };

export const IDEMPOTENCY_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** Longer than anything keeps a live request from saying that it runs, which it does every quarter of this. */
export const IDEMPOTENCY_LEASE_MS = 60 * 1000;

/**
 * What the idempotency layer needs of the store (`store.idempotency`). `begin` is one atomic statement: of two
 * simultaneous calls exactly one gets "started". The store puts bodies above a few kilobytes into R2.
 */
export interface IdempotencyStore {
  begin(keyed: KeyedRequest, now: Date): Promise<IdempotencyState>;
  /**
   * Says that the request of `startedAt`, or that was last renewed then, still runs.
   * @returns false when it does not hold the key any more
   */
  renew(named: NamedKey, startedAt: Date, now: Date): Promise<boolean>;
  /**
   * Keeps the answer until 24 h after `begin`.
   * @param runId the run that it tells of: the answer goes when that one's files and data go
   */
  finish(named: NamedKey, answer: StoredAnswer | AnswerOfRun, runId?: string): Promise<void>;
  /** Frees the key after a 5xx, so that the client may try again, with the same content or another one. */
  abandon(named: NamedKey): Promise<void>;
}
