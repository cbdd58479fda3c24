import { createHash } from "node:crypto";
import { Failure } from "../domain/failure.ts";
import {
  type AnswerOfRun,
  IDEMPOTENCY_LEASE_MS,
  type KeyClaim,
  type KeyedRequest,
  type NamedKey,
  type StoredAnswer,
} from "../domain/idempotency.ts";
import { idOfKeyedRun } from "../store/ids.ts";
import type { BodyTree } from "./body/body-tree.ts";
import { type Caller, callerId, type RequestContext } from "./context.ts";
import { requestFingerprint } from "./fingerprint.ts";
import { problemResponse } from "./problems.ts";
import { holdsFiles } from "./responses.ts";

/** What a request asks of whom, once it may: its credentials are right, and what its address names is there. */
export interface StoredRequest {
  /** The path as the endpoint declares it. */
  path: string;
  /** What the router and the endpoint's schema made of its parameters. */
  params: unknown;
  caller: Caller | undefined;
  /** Without a caller: the thing at the address, as it is now, and its workspace. */
  found: { name: string; workspaceId: string } | undefined;
}

/**
 * The key of a request, and whose it is. With credentials a key belongs to its caller; without, the content is part of its name, so
 * that nobody can take a name before others use it.
 * @throws Failure `invalid_request`
 */
export function keyedRequest(
  { request }: Pick<RequestContext, "request">,
  { path, params, caller, found }: StoredRequest,
  content: BodyTree,
): KeyedRequest | undefined {
  const key = request.headers.get("idempotency-key");
  if (key === null) return undefined;
  if (!/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new Failure("invalid_request", "The header Idempotency-Key must have 1 to 255 ASCII characters.");
  }
  const fingerprint = requestFingerprint({ path, params, query: new URL(request.url).search }, content);
  const workspaceId = caller?.workspaceId ?? found?.workspaceId ?? "";
  const scope = caller ? callerId(caller) : publicScope(found?.name ?? "", fingerprint);
  return { workspaceId, scope, key, fingerprint };
}

/** The same key for work that is written with it. */
export const keyClaim = (context: RequestContext, keyed: KeyedRequest): KeyClaim => ({
  ...keyed,
  async refusalOf(error) {
    const answer = await keptAnswer(problemResponse(error, context));
    return { answer, isKept: !mayDiffer(answer.status) };
  },
});

/** A second try may change the answer. */
const mayDiffer = (status: number): boolean => status >= 500 || status === 429 || status === 409;

/**
 * Answers a POST once per Idempotency-Key and replays that answer for 24 hours (wire "Headers"). Answers that a
 * second try may change (5xx, 429, 409) are not kept.
 * @param answer gets an id for the run that the request makes: a try after one that died finds that one's run
 * @throws Failure `idempotency_mismatch`, `idempotency_in_progress`
 */
export async function idempotent(
  context: RequestContext,
  keyed: KeyedRequest,
  answer: (runId?: string) => Promise<Response>,
): Promise<Response> {
  const { idempotency } = context.store;
  const startedAt = context.now();
  const found = await idempotency.begin(keyed, startedAt);

  if (found.state === "mismatch") {
    throw new Failure("idempotency_mismatch", "This Idempotency-Key was used before for a request with other content.");
  }
  if (found.state === "running") {
    throw new Failure("idempotency_in_progress", "The first request with this Idempotency-Key is still running.", {
      retryAfterSeconds: 1,
    });
  }
  if (found.state === "finished") return asReplay(storedResponse(found.answer));

  const runId = found.state === "answered_from_run" ? found.runId : idOfKeyedRun(found.since, keyed);
  const response = await whileRenewed(context, keyed, startedAt, () =>
    answer(runId).catch((error: unknown) => problemResponse(error, context)),
  );
  if (found.state === "answered_from_run") return asReplay(response);
  if (mayDiffer(response.status)) {
    await idempotency.abandon(keyed);
    return response;
  }
  if (response.headers.has("set-cookie")) throw new Error("An answer that sets a cookie must not be kept");

  const { status } = response;
  const headers = [...response.headers] as [name: string, value: string][];
  const ofRun = response.headers.get("x-run-id") ?? undefined;
  const keep = (kept: StoredAnswer | AnswerOfRun) =>
    idempotency.finish(keyed, kept, ofRun).catch((error) => context.log.failure("idempotency.not_kept", error));
  if (showsFileOf(response, runId)) {
    await keep({ status, headers, body: undefined });
    return response;
  }
  const stored = { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
  await keep(stored);
  return storedResponse(stored);
}

/** Holds the key for as long as the answer takes: one whose isolate died is free again soon. */
async function whileRenewed(
  { store, now, log }: RequestContext,
  named: NamedKey,
  startedAt: Date,
  answer: () => Promise<Response>,
): Promise<Response> {
  let renewedAt = startedAt;
  const timer = setInterval(async () => {
    const time = now();
    const isLeased = await store.idempotency.renew(named, renewedAt, time).catch((error: unknown) => {
      log.failure("idempotency.not_renewed", error);
      return undefined;
    });
    if (isLeased) renewedAt = time;
    else if (isLeased === false) clearInterval(timer);
  }, IDEMPOTENCY_LEASE_MS / 4);
  try {
    return await answer();
  } finally {
    clearInterval(timer);
  }
}

/** Merged files, and links to them, are not kept a second time: purges and retention would not reach them. */
function showsFileOf(response: Response, runId: string): boolean {
  return response.headers.get("x-run-id") === runId && holdsFiles(response);
}

function asReplay(response: Response): Response {
  response.headers.set("idempotency-replayed", "true");

  return response;
}

/** An answer as it is kept. */
export async function keptAnswer(response: Response): Promise<StoredAnswer> {
  const [{ status }, headers] = [response, [...response.headers] as [name: string, value: string][]];
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

/** An answer as it was kept. */
export function storedResponse({ status, headers, body }: StoredAnswer): Response {
  return new Response(status === 204 || status === 304 ? null : (body as Uint8Array<ArrayBuffer>), { status, headers });
}

/** Without a caller: the same content for the same thing, and nothing else, has the same keys. */
function publicScope(storedUnder: string, fingerprint: string): string {
  return createHash("sha256")
    .update(JSON.stringify([storedUnder, fingerprint]))
    .digest("hex");
}
