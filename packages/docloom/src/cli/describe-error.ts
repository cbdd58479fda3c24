import { CommanderError } from "commander";
import { ConnectionError, DocloomError } from "../client/docloom.ts";
import { UsageError } from "../project/usage-error.ts";
import { MissingCredentials } from "./config.ts";
import { CommandFailed, EXIT } from "./exit-codes.ts";
import type { Output } from "./output.ts";

/** Says what went wrong and returns the exit code for it. */
export function describeError(error: unknown, output: Output): number {
  // Commander has already reported it; help and versions are not errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof CommandFailed) return error.exitCode;

  const exitCode = exitCodeOf(error);
  const message = error instanceof Error ? error.message : String(error);
  if (output.isJson) {
    const reported = error instanceof DocloomError ? error.problem : {};
    process.stderr.write(`${JSON.stringify({ ...reported, error: message, exit_code: exitCode })}\n`);
    return exitCode;
  }
  const { colors } = output;
  output.warn(`${colors.red("error")} ${message}`);
  for (const line of error instanceof DocloomError ? problemLines(error) : []) output.warn(`  ${line}`);
  if (exitCode === EXIT.failed && !(error instanceof DocloomError) && process.env.DEBUG && error instanceof Error)
    output.warn(colors.dim(error.stack ?? ""));

  return exitCode;
}

/** The exit code for it. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (error instanceof MissingCredentials) return EXIT.credentials;
  if (error instanceof ConnectionError) return EXIT.unreachable;
  if (error instanceof Error && error.name === "AbortError") return EXIT.interrupted;
  if (!(error instanceof DocloomError)) return EXIT.failed;
  if (error.status === 401 || error.status === 403) return EXIT.credentials;

  return error.status === 429 || error.status >= 500 ? EXIT.service : EXIT.failed;
}

/** Where each thing is wrong, and what the service calls the failure. */
export function problemLines(error: DocloomError, file = ""): string[] {
  const items = error.errors.map((item) => {
    const part = item.part ?? item.pointer ?? "";
    const at = item.line === undefined ? "" : `${item.line}:${item.column ?? 1}`;
    // An html template is one text, so its lines are those of the file.
    const place = (at === "" ? [file, part] : [file || part, at]).filter((one) => one !== "").join(":");
    return [place, item.tag ?? "", item.message].filter((part) => part !== "").join("  ");
  });
  const reference = [error.code, error.requestId && `request ${error.requestId}`].filter(Boolean).join(", ");

  return reference === "" ? items : [...items, `(${reference})`];
}
