import { createHash } from "node:crypto";
import { Failure } from "../domain/failure.ts";
import { type AnswerOfRun, IDEMPOTENCY_LEASE_MS, type StoredAnswer } from "../domain/idempotency.ts";
import { derivedId } from "../store/ids.ts";
import type { BodyTree } from "./body-tree.ts";
import type { Caller, RequestContext } from "./context.ts";
import { requestFingerprint } from "./fingerprint.ts";
import { problemResponse } from "./problems.ts";
import { holdsFiles } from "./responses.ts";

/**
 * Answers a POST once per Idempotency-Key and replays that answer for 24 hours (wire "Headers"). Answers that a
 * second try may change (5xx, 429, 409) are not kept.
 * @param answer gets an id for the run that the request makes: a try after one that died finds that one's run
 * @throws Failure `idempotency_mismatch`, `idempotency_in_progress`, `invalid_request`
 */
export async function idempotent(
  context: RequestContext,
  caller: Caller | undefined,
  content: BodyTree,
  answer: (runId?: string) => Promise<Response>,
): Promise<Response> {
  const key = context.request.headers.get("idempotency-key");
  if (key === null) return answer();
  if (!/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new Failure("invalid_request", "The header Idempotency-Key must have 1 to 255 ASCII characters.");
  }

  const { idempotency } = context.store;
  const scope = caller?.session?.id ?? caller?.keyId ?? addressScope(context.request);
  const startedAt = context.now();
  const found = await idempotency.begin(scope, key, requestFingerprint(context.request, content), startedAt);

  if (found.state === "mismatch") {
    throw new Failure("idempotency_mismatch", "This Idempotency-Key was used before for a request with other content.");
  }
  if (found.state === "running") {
    throw new Failure("idempotency_in_progress", "The first request with this Idempotency-Key is still running.", {
      retryAfterSeconds: 1,
    });
  }
  if (found.state === "finished") return asReplay(toResponse(found.answer));

  const runId = derivedId(found.since, JSON.stringify([scope, key]));
  const response = await whileRenewed(context, { scope, key, startedAt }, () =>
    answer(runId).catch((error: unknown) => problemResponse(error, context)),
  );
  if (found.state === "answered_from_run") return asReplay(response);
  if (response.status >= 500 || response.status === 429 || response.status === 409) {
    await idempotency.abandon(scope, key);
    return response;
  }

  const { status } = response;
  const headers = [...response.headers] as [name: string, value: string][];
  const keep = (kept: StoredAnswer | AnswerOfRun) =>
    idempotency.finish(scope, key, kept).catch((error) => context.log.failure("idempotency.not_kept", error));
  if (showsFileOf(response, runId)) {
    await keep({ status, headers, body: undefined });
    return response;
  }
  const stored = { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
  await keep(stored);
  return toResponse(stored);
}

/** Holds the key for as long as the answer takes: one whose isolate died is free again soon. */
async function whileRenewed(
  { store, now, log }: RequestContext,
  { scope, key, startedAt }: { scope: string; key: string; startedAt: Date },
  answer: () => Promise<Response>,
): Promise<Response> {
  let renewedAt = startedAt;
  const timer = setInterval(async () => {
    const time = now();
    const isHeld = await store.idempotency.renew(scope, key, renewedAt, time).catch((error: unknown) => {
      log.failure("idempotency.not_renewed", error);
      return undefined;
    });
    if (isHeld) renewedAt = time;
    else if (isHeld === false) clearInterval(timer);
  }, IDEMPOTENCY_LEASE_MS / 4);
  try {
    return await answer();
  } finally {
    clearInterval(timer);
  }
}

/** A merged file is not kept a second time: purges and retention would not reach it. */
function showsFileOf(response: Response, runId: string): boolean {
  return response.headers.get("x-run-id") === runId && holdsFiles(response);
}

function asReplay(response: Response): Response {
  response.headers.set("idempotency-replayed", "true");

  return response;
}

function toResponse({ status, headers, body }: StoredAnswer): Response {
  return new Response(status === 204 || status === 304 ? null : (body as Uint8Array<ArrayBuffer>), { status, headers });
}

/** Merge addresses have no caller: whoever knows the address shares its keys. */
function addressScope(request: Request): string {
  return createHash("sha256").update(new URL(request.url).pathname).digest("hex");
}
