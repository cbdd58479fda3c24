import { Failure } from "../../domain/failure.ts";
import type { FailureCode } from "../../domain/failure-codes.ts";
import { didYouMean } from "../../http/did-you-mean.ts";

/** As many as a person would write by hand. */
const MAX_WARNINGS = 10;

/** A `password` sent to a tool that has no such member is meant for its file. */
const PASSWORD_PLACE = "A file's password is a member of the file: {name, contents, password}.";

/**
 * Warnings about members that a tool does not know.
 * @param known the members that it knows
 * @param show a member as people write it
 */
export function ignoredWarnings(
  ignored: readonly string[],
  known: readonly string[],
  show = (name: string): string => name,
): string[] {
  return ignored.slice(0, MAX_WARNINGS).map((name) => {
    const meant = didYouMean(name, known);
    const remedy =
      name === "password"
        ? PASSWORD_PLACE
        : meant === undefined
          ? `Members are ${known.map(show).join(", ")}.`
          : `Did you mean ${show(meant)}?`;
    return `There is no member ${show(name)}: it was ignored. ${remedy}`;
  });
}

const NEEDS_PASSWORD: ReadonlySet<FailureCode> = new Set(["pdf_password_needed", "file_encrypted"]);

/** A password that was in the wrong place is why a file could not be opened. */
export function withPasswordPlace(error: unknown, ignored: readonly string[]): unknown {
  if (!(error instanceof Failure) || !NEEDS_PASSWORD.has(error.code) || !ignored.includes("password")) return error;
  const message = `${error.message} The member password of the request was ignored. ${PASSWORD_PLACE}`;
  return new Failure(error.code, message, {
    cause: error,
    errors: [...error.errors, { pointer: "/password", message: PASSWORD_PLACE }],
  });
}
