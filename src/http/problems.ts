import { Failure } from "../domain/failure.ts";
import { FAILURE_CODES } from "../domain/failure-codes.ts";
import type { Log } from "../domain/log.ts";
import { queryCause } from "../store/audit/query-cause.ts";
import { diskFullFailure } from "./disk-full.ts";

/** What a problem says about its request. `RequestContext` has all of it. */
export interface ProblemSource {
  readonly requestId: string;
  readonly request: Request;
  readonly settings: { readonly publicBaseUrl: string };
  readonly log: Log;
}

/**
 * The answer to anything that was thrown: one JSON object with `error` and the members of RFC 9457 (decisions
 * "Errors"). What is not a `Failure` is logged and answered as `internal_error`, without a word of its own.
 */
export function problemResponse(error: unknown, source: ProblemSource): Response {
  const thrown = queryCause(error);
  const failure = thrown instanceof Failure ? thrown : (diskFullFailure(error) ?? unexpected(error, source.log));
  const [status] = FAILURE_CODES[failure.code];
  if (failure.cause !== undefined && status >= 500) source.log.failure("request.failed", failure.cause);

  const headers = new Headers(failure.headers);
  headers.set("content-type", problemMediaType(source.request));
  if (failure.retryAfterSeconds !== undefined) headers.set("retry-after", `${Math.ceil(failure.retryAfterSeconds)}`);

  const body = problemBody(failure, source.settings.publicBaseUrl, source.requestId);

  return new Response(JSON.stringify(body), { status, headers });
}

/** What the answer to a failure says; the pages of docs/errors show it, too. */
export function problemBody(
  { code, message, errors, warnings, changed }: Failure,
  publicBaseUrl: string,
  requestId: string,
) {
  const [status, title] = FAILURE_CODES[code];

  return {
    error: message,
    type: `${publicBaseUrl}/docs/errors/${code}`,
    title,
    status,
    detail: message,
    instance: `urn:request:${requestId}`,
    code,
    request_id: requestId,
    ...(errors.length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(changed ? { changed_by: changed.by, changed_at: changed.at } : {}),
  };
}

function problemMediaType(request: Request): string {
  const accepted = request.headers.get("accept")?.toLowerCase() ?? "";

  return accepted.includes("application/problem+json") ? "application/problem+json" : "application/json";
}

function unexpected(error: unknown, log: Log): Failure {
  log.failure("request.failed", error);

  return new Failure(
    "internal_error",
    "Something went wrong on our side. Try again; if it happens again, report the request id.",
  );
}
