/** Why nobody was let in, in words that the console has an explanation for. */
type ConsentProblem =
  /** The person, or the platform on her behalf, said no. */
  | "declined"
  /** The answer is to nothing that this browser has begun, was used before, or came too late. */
  | "unknown"
  /** The platform takes the code or the application's credentials not. */
  | "refused"
  /** It cannot be reached, or does not answer as it should. */
  | "unavailable"
  /** It let the service in for the moment only. */
  | "no_refresh_token"
  /** It let the service in, but not where the files are. */
  | "narrowed";

export class ConsentError extends Error {
  override readonly name = "ConsentError";
  readonly problem: ConsentProblem;
  /** The platform's own word for it, such as `invalid_client` (RFC 6749, 4.1.2.1 and 5.2); empty if it gave none. */
  readonly reason: string;

  constructor(problem: ConsentProblem, reason: string, options?: ErrorOptions) {
    super(`Consent: ${problem}${reason === "" ? "" : ` (${reason})`}`, options);
    this.problem = problem;
    this.reason = reason;
  }
}
