/** What is to be done about a message once its delivery was looked at. */
export type AttemptOutcome =
  /** Settled, or nothing to do: final, unknown, or another worker has it. */
  | { state: "settled" }
  /** To be looked at again then. */
  | { state: "again"; at: Date };
