import { Failure } from "../domain/failure.ts";
import { FAILURE_CODES } from "../domain/failure-codes.ts";
import type { RequestContext } from "./context.ts";

/** The answer to a failure: RFC 9457 members beside `error` (decisions "Errors"). */
export function problemResponse(error: unknown, context: RequestContext): Response {
  const failure = error instanceof Failure ? error : unexpected(error, context);
  const [status, title] = FAILURE_CODES[failure.code];
  const mediaType = context.request.headers.get("accept")?.includes("application/problem+json")
    ? "application/problem+json"
    : "application/json";

  const body = {
    error: failure.message,
    type: `${context.settings.publicBaseUrl}/docs/errors/${failure.code}`,
    title,
    status,
    detail: failure.message,
    instance: `urn:request:${context.requestId}`,
    code: failure.code,
    request_id: context.requestId,
    ...(failure.errors.length > 0 ? { errors: failure.errors } : {}),
  };
  const headers = new Headers(failure.headers);
  headers.set("content-type", mediaType);
  if (failure.retryAfterSeconds !== undefined) headers.set("retry-after", `${failure.retryAfterSeconds}`);

  return new Response(JSON.stringify(body), { status, headers });
}

function unexpected(error: unknown, { log }: RequestContext): Failure {
  log.error("request.failed", { error: error instanceof Error ? (error.stack ?? error.message) : String(error) });

  return new Failure("internal_error", "Something went wrong on our side. The request id helps us to find it.");
}
