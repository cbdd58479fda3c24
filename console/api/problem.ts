import type { Schemas } from "./client.ts";

/** One thing that is wrong with a request, and where. */
export type ProblemItem = NonNullable<Schemas["Problem"]["errors"]>[number];

/** What else is most likely unintended in a template that was refused. */
type ProblemWarning = NonNullable<Schemas["Problem"]["warnings"]>[number];

/** A failure that the service answered with (RFC 9457), or the lack of any answer (status 0). */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly items: readonly ProblemItem[];
  readonly warnings: readonly ProblemWarning[];
  readonly requestId: string;
  /** Who was quicker, and when, if somebody was. */
  readonly changedBy: string;
  readonly changedAt: string;

  constructor(facts: {
    status: number;
    code: string;
    message: string;
    items?: readonly ProblemItem[];
    warnings?: readonly ProblemWarning[];
    requestId?: string;
    changedBy?: string;
    changedAt?: string;
  }) {
    super(facts.message);
    this.name = "Problem";
    this.status = facts.status;
    this.code = facts.code;
    this.items = facts.items ?? [];
    this.warnings = facts.warnings ?? [];
    this.requestId = facts.requestId ?? "";
    this.changedBy = facts.changedBy ?? "";
    this.changedAt = facts.changedAt ?? "";
  }
}

/** The request never reached the service, or its answer was lost on the way. */
export function noConnection(): Problem {
  return new Problem({
    status: 0,
    code: "no_connection",
    message: "The service cannot be reached. Nothing you typed is lost: try again when the connection is back.",
  });
}

/** The failure that an answer reports, whatever its form. */
export async function problemOf(response: Response): Promise<Problem> {
  const body: unknown = await response.json().catch(() => undefined);
  const members = isRecord(body) ? body : {};

  return new Problem({
    status: response.status,
    code: typeof members.code === "string" ? members.code : `http_${response.status}`,
    message: typeof members.error === "string" ? members.error : `The service answered with status ${response.status}.`,
    items: Array.isArray(members.errors) ? members.errors.filter(isItem) : [],
    warnings: Array.isArray(members.warnings) ? (members.warnings as ProblemWarning[]) : [],
    requestId: response.headers.get("x-request-id") ?? "",
    changedBy: typeof members.changed_by === "string" ? members.changed_by : "",
    changedAt: typeof members.changed_at === "string" ? members.changed_at : "",
  });
}

/** Any thrown value as a problem that can be shown. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;

  return new Problem({
    status: 0,
    code: "unexpected",
    message: error instanceof Error ? error.message : String(error),
  });
}

/** `{"/settings/to": "must be ..."}` as the errors of a form whose fields are called `settings.to`. */
export function fieldErrors(problem: Problem): Record<string, string> {
  const located = problem.items.filter(({ pointer }) => pointer);

  return Object.fromEntries(located.map(({ pointer = "", message }) => [fieldName(pointer), message]));
}

const fieldName = (pointer: string): string =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .join(".");

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isItem = (value: unknown): value is ProblemItem => isRecord(value) && typeof value.message === "string";
