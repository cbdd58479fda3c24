import type { components } from "../generated/openapi.ts";

/** The JSON object of a failure, as the service describes it (RFC 9457 with `error`, `code`, `request_id`, `errors`). */
export type Problem = components["schemas"]["Problem"];

/** One of several things that were wrong with a request or a template. */
export type ProblemItem = NonNullable<Problem["errors"]>[number];

/** The service answered with a failure. */
export class DocloomError extends Error {
  override readonly name = "DocloomError";
  /** Stable word for the kind of failure; empty if the service gave none. */
  readonly code: string;
  /** Everything that was wrong, if there are several; empty otherwise. */
  readonly errors: readonly ProblemItem[];
  /** Names the request in the service's log. */
  readonly requestId: string;
  readonly status: number;
  /** The answer as it came; services of the same interface may send fewer members. */
  readonly problem: Partial<Problem>;
  /** The request, e.g. `POST https://docs.example.com/api/documents`; without keys of merge addresses. */
  readonly request: string;

  constructor(status: number, problem: Partial<Problem>, request: string, requestId = "") {
    super(problem.error ?? problem.detail ?? `${request} was answered with status ${status}.`);
    this.status = status;
    this.problem = problem;
    this.request = request;
    this.code = problem.code ?? "";
    this.errors = problem.errors ?? [];
    this.requestId = problem.request_id ?? requestId;
  }

  /** The failure that an answer reports; reads its body. */
  static async of(response: Response, request: string): Promise<DocloomError> {
    const text = await response.text().catch(() => "");
    return new DocloomError(
      response.status,
      problemIn(text),
      request,
      response.headers.get("x-request-id") ?? undefined,
    );
  }
}

/** No answer came: the address is wrong, the service is down, or the connection broke. `cause` says more. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
  readonly request: string;

  constructor(request: string, cause: unknown) {
    super(`${request} was not answered: ${reason(cause)}`, { cause });
    this.request = request;
  }
}

function problemIn(text: string): Partial<Problem> {
  try {
    const problem: unknown = JSON.parse(text);
    if (typeof problem === "object" && problem !== null) return problem;
  } catch {
    // Proxies answer failures with pages of their own, which say nothing to a program.
  }
  return {};
}

/** `fetch` hides the cause behind "fetch failed". */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}
