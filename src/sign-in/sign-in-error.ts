/** Why a sign-in came to nothing, in words that the screen of sign-in has an explanation for. */
const SIGN_IN_PROBLEMS = {
  /** The issuer cannot be reached, or does not answer as OpenID Connect wants it. */
  issuer_unavailable:
    "The sign-in service did not answer as it should. Try again in a few minutes, or sign in another way.",
  /** The person declined at the issuer, or the issuer declined the person. */
  issuer_declined: "The sign-in service did not let you in.",
  /** The answer is not to a sign-in that this browser began, or too late. */
  attempt_unknown:
    "This sign-in was not begun in this browser, was used before, or took more than its time. Begin again.",
  /** The answer or its token does not hold what it must. */
  token_refused: "The sign-in service's answer could not be accepted.",
  /** The issuer does not say that the address belongs to the person. */
  email_not_verified: "The sign-in service does not say that your e-mail address is yours.",
  /** Nobody invited the person, and newcomers are not let in. */
  not_invited: "There is no account here for you. Ask an owner of the workspace to invite you.",
  /** Somebody else at the issuer has signed in with the address before. */
  other_account:
    "Your e-mail address belongs to another account of the sign-in service here. Ask an owner of the workspace to let the former member go and to invite you.",
  /** The workspace lets its people in by one issuer only. */
  other_way_required: "The workspace asks its people to sign in another way.",
} as const;

export type SignInProblem = keyof typeof SIGN_IN_PROBLEMS;

/** @param detail for the log and for owners who try an issuer out, not for strangers: it may tell of the inner network */
export class SignInError extends Error {
  override readonly name = "SignInError";
  /** For the person who signs in. */
  readonly words: string;
  readonly problem: SignInProblem;
  readonly detail: string;

  constructor(problem: SignInProblem, detail: string, options?: ErrorOptions) {
    super(`${SIGN_IN_PROBLEMS[problem]} (${detail})`, options);
    this.words = SIGN_IN_PROBLEMS[problem];
    this.problem = problem;
    this.detail = detail;
  }
}
