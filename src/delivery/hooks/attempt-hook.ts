import type { Hook, HookCall } from "../../domain/hooks/hook.ts";
import { textBox } from "../../domain/text-box.ts";
import { readSettings } from "../../env.ts";
import { parseOutboundUrl } from "../../outbound/url-guard.ts";
import type { HookOutcome } from "../../store/hooks/hook-calls.ts";
import type { AttemptOutcome } from "../attempt-outcome.ts";
import { DeliveryError, refused } from "../delivery-error.ts";
import type { DeliveryServices } from "../delivery-services.ts";
import { signedCall } from "../kinds/signed-call.ts";
import { MAX_TRIES, retryPause } from "../retry-schedule.ts";
import { hookPayload } from "./hook-payload.ts";

/** A call whose hook is busy is looked at again within this time. */
const SPREAD_MS = { working: 2_000, failing: 15_000 } as const;
/** What is kept of an answer. */
const MAX_RESPONSE_LENGTH = 2_000;

/**
 * Makes one try to tell one hook of one event. Of any number of callers only one makes it; whoever dies on the way leaves a
 * lease that runs out.
 */
export async function attemptHook(
  jobs: DeliveryServices,
  workspaceId: string,
  hookCallId: string,
): Promise<AttemptOutcome> {
  const { store, now } = jobs;
  const found = await store.hookCalls.byId(workspaceId, hookCallId);
  if (!found?.call.dueAt) return { state: "settled" };
  const { call, hook } = found;
  if (call.dueAt && call.dueAt > now())
    return call.status === "sending" ? { state: "settled" } : { state: "again", at: call.dueAt };
  const log = jobs.log.with({ workspace_id: workspaceId, hook_id: hook.id, hook_call_id: call.id, event: call.event });
  const services = { ...jobs, log };
  if (hook.state !== "on") return await drop(services, call);

  const prepared = await attempted(services, () => prepare(services, call, hook));
  if (prepared === undefined) return await drop(services, call);
  const claim = await store.hookCalls.claim(workspaceId, call.id, now());
  if (!claim) return await putOff(services, call, hook);
  const tried =
    prepared instanceof DeliveryError
      ? prepared
      : // Its lease has ended as often: whoever made the tries died before saying what came of them.
        claim.call.tries > MAX_TRIES
        ? refused("The work on this event stopped without an answer too often.")
        : await attempted(services, prepared);
  const outcome = outcomeOf(claim.call, tried, now());
  const response = tried instanceof DeliveryError ? tried.message : tried.response;
  await store.hookCalls.settle(claim.call, claim.lease, outcome, response.slice(0, MAX_RESPONSE_LENGTH), now());
  if (outcome.status === "dead") log.warn("hook.given_up", { tries: claim.call.tries, gone: outcome.isGone });
  else log.info(outcome.status === "done" ? "hook.told" : "hook.try_failed", { tries: claim.call.tries });
  return outcome.status === "pending" ? { state: "again", at: outcome.dueAt } : { state: "settled" };
}

type Send = () => Promise<{ response: string }>;

/** @returns undefined if there is nothing to be told of (any more) @throws DeliveryError */
async function prepare(services: DeliveryServices, call: HookCall, hook: Hook): Promise<Send | undefined> {
  const { env, store } = services;
  const { workspaceId } = call;
  const workspace = await store.workspaces.byId(workspaceId);
  const publicBaseUrl = readSettings(env).publicBaseUrl ?? workspace?.origin;
  if (publicBaseUrl === undefined)
    throw new DeliveryError(
      "The service does not know its own address, which links need: set PUBLIC_BASE_URL, or sign in to the console once.",
    );
  const seen = hook.view ? store.seenIn(hook.view) : store;
  const payload = await hookPayload({ services, store: seen, call, publicBaseUrl });
  if (!payload) return undefined;
  const secret = await textBox(env.SECRETS_KEY, workspaceId).open(hook.sealedSecret);
  if (secret === undefined) throw refused("The secret of this hook cannot be opened: make the hook again.");
  const url = parseOutboundUrl(hook.targetUrl);
  const body = new TextEncoder().encode(JSON.stringify(payload));
  return () =>
    signedCall(
      { entry: call, services, internalHosts: workspace?.internalHosts ?? [] },
      { url, method: "POST", lines: [], body, contentType: "application/json", secrets: [secret] },
    );
}

/** What the work gives, or what went wrong with it as a sentence for the record. */
async function attempted<Result>(
  { log }: DeliveryServices,
  work: () => Promise<Result>,
): Promise<Result | DeliveryError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeliveryError) return error;
    log.failure("hook.failed", error);
    return new DeliveryError("Something went wrong on our side.", { cause: error });
  }
}

function outcomeOf(call: HookCall, tried: { response: string } | DeliveryError, now: Date): HookOutcome {
  if (!(tried instanceof DeliveryError)) return { status: "done" };
  const { permanent, retryAfterMs, gone = false } = tried.context;
  const pause = permanent ? undefined : retryPause(call.tries, retryAfterMs);
  return pause === undefined
    ? { status: "dead", isGone: gone }
    : { status: "pending", dueAt: new Date(now.getTime() + pause) };
}

async function drop({ store, now, log }: DeliveryServices, call: HookCall): Promise<AttemptOutcome> {
  await store.hookCalls.drop(call.workspaceId, call.id, now());
  log.info("hook.dropped");
  return { state: "settled" };
}

async function putOff({ store, now }: DeliveryServices, call: HookCall, hook: Hook): Promise<AttemptOutcome> {
  const spread = hook.failingSince ? SPREAD_MS.failing : SPREAD_MS.working;
  const wait = Math.ceil(Math.random() * spread) + 500;
  const at = await store.hookCalls.defer(call.workspaceId, call.id, wait, now());
  return at ? { state: "again", at } : { state: "settled" };
}
