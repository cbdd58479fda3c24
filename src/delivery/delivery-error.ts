/** What a failed try says about the next one. */
export interface DeliveryErrorTerms {
  /** Another try would fail in the same way: the delivery is given up. */
  permanent?: boolean;
  /** When the other side wants to be asked again, in milliseconds from now. */
  retryAfterMs?: number;
  /** Whether the target answered like one that works; undefined when it was not asked. */
  targetWorks?: boolean;
  /** The other side is gone for good (410): the delivery is switched off. */
  gone?: boolean;
  /** Facts that the next try needs; kept with the delivery. */
  notes?: Record<string, unknown>;
  cause?: unknown;
}

/** A try that failed; the message is what the run's record shows. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly terms: DeliveryErrorTerms;

  constructor(message: string, terms: DeliveryErrorTerms = {}) {
    super(message, terms.cause === undefined ? undefined : { cause: terms.cause });
    this.terms = terms;
  }
}

/** A failure that lies in the delivery's settings or data. */
export function refused(message: string, cause?: unknown): DeliveryError {
  return new DeliveryError(message, { permanent: true, cause });
}
