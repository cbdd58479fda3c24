/** What a failed try says about the next one. */
export interface DeliveryErrorOptions {
  /** Another try would fail in the same way: the delivery is given up. */
  permanent?: boolean;
  /** When the other side wants to be asked again, in milliseconds from now. */
  retryAfterMs?: number;
  /** Whether the target answered like one that works; undefined when it was not asked. */
  targetWorks?: boolean;
  /** The other side is gone for good (410): the delivery is switched off. */
  gone?: boolean;
  /** Nothing went wrong: the work is longer than one try, which has got further. The next one goes on at once and is not counted. */
  goesOn?: boolean;
  /** Facts that the next try needs; kept with the delivery. */
  notes?: Record<string, unknown>;
  /** What went wrong in words alone, where the message goes on with what was answered. */
  sentence?: string;
  /** The setting that has to be changed, if that is known. */
  setting?: string;
  cause?: unknown;
}

/** A try that failed; the message is what the run's record shows. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  readonly context: DeliveryErrorOptions;

  constructor(message: string, context: DeliveryErrorOptions = {}) {
    super(message, context.cause === undefined ? undefined : { cause: context.cause });
    this.context = context;
  }
}

/** A failure that lies in the delivery's settings or data. */
export function refused(message: string, cause?: unknown): DeliveryError {
  return new DeliveryError(message, { permanent: true, cause });
}
