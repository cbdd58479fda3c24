import type { OutboxEntry, OutboxRecord } from "../domain/delivery/outbox.ts";
import type { Log } from "../domain/log.ts";
import type { TryOutcome } from "../store/outbox.ts";
import type { DeliveryRows } from "../store/sending/delivery-loads.ts";
import { nextHour } from "../store/sending/mail-counts.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";
import { deliveryContext } from "./delivery-context.ts";
import { DeliveryError, refused } from "./delivery-error.ts";
import type { DeliveryContext, DeliveryReceipt, PreparedDelivery, SendingContext } from "./delivery-kind.ts";
import { OUTBOX_KIND_HANDLERS } from "./delivery-kinds.ts";
import type { DeliveryServices } from "./delivery-services.ts";
import { reachedBefore } from "./email/email-message.ts";
import { queueHookCalls } from "./hooks/notify-hooks.ts";
import { intendedEnvelope } from "./intended-envelope.ts";
import { alertKind } from "./kinds/alert.ts";
import { MAX_TRIES, retryPause } from "./retry-schedule.ts";
import { sendTime } from "./send-time.ts";
import { isOn } from "./setting-values.ts";
import { withoutSecrets } from "./without-secrets.ts";

/** The longest that one try may take in total; the lease is longer. */
const MAX_TRY_MS = 75_000;
/** How long files and data stay for somebody to repeat a dead delivery, or to look at one that was only shown. */
const STORED_FOR_RETRY_MS = 7 * 24 * 60 * 60 * 1000;
/** The time over which deliveries are spread that wait for a busy target, and for one that rests. */
const SPREAD_MS = { busy: 2_000, resting: 15_000, hour: 60_000 } as const;
/** Recipients of mails that a workspace may have in an hour, unless the deployment says otherwise. */
const MAILS_PER_HOUR = 1_000;

/**
 * Makes one try at one delivery. Of any number of callers only one makes it; whoever dies on the way leaves a lease
 * that runs out.
 * @param rows what was read of it a moment ago; the claim says whether it is still to be tried
 */
export async function attemptDelivery(
  jobs: DeliveryServices,
  workspaceId: string,
  outboxId: string,
  rows?: DeliveryRows,
): Promise<AttemptOutcome> {
  const { store, now } = jobs;
  const { deliveryLoads } = store;
  const loaded = await (rows ? deliveryLoads.opened(rows) : deliveryLoads.of(workspaceId, outboxId));
  if (!loaded?.entry.dueAt) return { state: "settled" };
  const { entry } = loaded;
  if (!entry.dueAt || (entry.status === "sending" && entry.dueAt > now())) return { state: "settled" };
  if (entry.dueAt > now()) return { state: "again", at: entry.dueAt };
  const { runId, kind } = entry;
  const log = jobs.log.with({ workspace_id: workspaceId, run_id: runId, outbox_id: outboxId, kind });
  const services = { ...jobs, log };

  // Its lease has ended: whoever made the last try died before saying what came of it.
  if (entry.status === "sending" && countedTries(entry) >= MAX_TRIES)
    return await settleUnsent(
      services,
      entry,
      refused("The work on this delivery stopped without an answer too often."),
    );

  const context = await attempted(log, () => deliveryContext(services, loaded));
  if (context instanceof DeliveryError) return await settleUnsent(services, entry, context);
  if (!context)
    return await settleUnsent(services, entry, refused("The run of this delivery is gone, or its data are."));
  const prepared = await attempted(log, () => preparedOf(context));
  if (prepared instanceof DeliveryError)
    return await settleUnsent(services, entry, prepared, withoutSecrets(intendedEnvelope(context), context.secrets));
  if (context.run?.test && !isOn(entry.settings.send_in_test)) return await hold(context, prepared);

  const later = await attempted(log, () => sendTime(context));
  if (later instanceof DeliveryError)
    return await settleUnsent(services, entry, later, withoutSecrets(intendedEnvelope(context), context.secrets));
  if (later && later > now()) return await waitUntil(services, entry, later);

  const { target, mails = 0 } = prepared;
  const limit = Number(jobs.env.MAIL_PER_HOUR || MAILS_PER_HOUR);
  const links = await attempted(log, async () => await prepared.links?.());
  if (links instanceof DeliveryError) return await settleUnsent(services, entry, links);
  const claimed = await store.claims.take(workspaceId, outboxId, now(), {
    target,
    ...(mails > 0 ? { mails: { recipients: mails, limit } } : {}),
    links: links?.rows,
  });
  const { claim } = claimed;
  if (!claim)
    return await (claimed.isHourFull ? waitForNextHour(services, entry, limit) : putOff(services, entry, target));

  const startedAt = now();
  const tried = await inTime(log, () => prepared.send(claim.entry, links?.links));
  const finishedAt = now();
  if (mails > 0 && tried instanceof DeliveryError) await store.mailCounts.giveBack(workspaceId, mails, startedAt);
  const outcome = outcomeOf(claim.entry, tried, finishedAt);
  if (tried instanceof DeliveryError && tried.context.gone)
    await store.deliveries.deactivate(workspaceId, entry.deliveryId, finishedAt);
  await store.outbox.settle(
    workspaceId,
    outboxId,
    claim.lease,
    {
      ok: !(tried instanceof DeliveryError) && outcome.status === "done",
      response: responseOf(tried, context.secrets),
      startedAt,
      finishedAt,
    },
    outcome,
    {
      preview: withoutSecrets({ ...prepared.envelope, ...notesOf(claim.entry, tried) }, context.secrets),
      target,
      targetWorks: tried instanceof DeliveryError ? tried.context.targetWorks : true,
      keepUntil: isMissing(outcome) ? keptForRetry(finishedAt) : undefined,
    },
  );
  return await concluded(services, claim.entry, outcome);
}

const isOfRun = (context: SendingContext): context is DeliveryContext => context.run !== undefined;

/** @throws DeliveryError when the merged settings are no good */
const preparedOf = (context: SendingContext): PreparedDelivery =>
  isOfRun(context) ? OUTBOX_KIND_HANDLERS[context.entry.kind].prepare(context) : alertKind.prepare(context);

/** What a try found out; whom it reached is added to whom the tries before have reached. */
function notesOf(entry: OutboxRecord, tried: DeliveryReceipt | DeliveryError): Record<string, unknown> {
  const notes = tried instanceof DeliveryError ? tried.context.notes : tried.notes;
  const reached = Array.isArray(notes?.accepted) ? notes.accepted.map(String) : [];
  const accepted = [...new Set([...reachedBefore(entry), ...reached])];
  return { ...leftBehind(entry, tried), ...notes, ...(accepted.length > 0 ? { accepted } : {}) };
}

/** What was begun and is not ended: an upload, and how many tries only went on with one. */
function leftBehind({ preview = {} }: OutboxRecord, tried: DeliveryReceipt | DeliveryError): Record<string, unknown> {
  if (!(tried instanceof DeliveryError)) return {};
  const continued = continuedTries(preview) + (tried.context.goesOn ? 1 : 0);
  return { ...(preview.upload ? { upload: preview.upload } : {}), ...(continued > 0 ? { continued } : {}) };
}

const continuedTries = (preview: Readonly<Record<string, unknown>> = {}): number => Number(preview.continued ?? 0);

/** Tries that count: those that only went on with a long upload do not. */
const countedTries = ({ tries, preview }: OutboxRecord): number => tries - continuedTries(preview);

/** Data and files stay for a while, for somebody to try again. */
const keptForRetry = (now: Date): Date => new Date(now.getTime() + STORED_FOR_RETRY_MS);

/** Everything that goes wrong becomes a sentence for the record; what is not ours to tell stays in the cause. */
async function inTime(log: Log, send: () => Promise<DeliveryReceipt>): Promise<DeliveryReceipt | DeliveryError> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DeliveryError("The other side did not finish in time.", { targetWorks: false })),
      MAX_TRY_MS,
    );
  });
  try {
    return await Promise.race([send(), tooLong]);
  } catch (error) {
    return asDeliveryError(log, error);
  } finally {
    clearTimeout(timer);
  }
}

function asDeliveryError(log: Log, error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error;
  log.failure("delivery.failed", error);
  return new DeliveryError("Something went wrong on our side.", { cause: error });
}

/** What the work gives, or what went wrong with it as a sentence for the record. */
async function attempted<Result>(log: Log, work: () => Result | Promise<Result>): Promise<Result | DeliveryError> {
  try {
    return await work();
  } catch (error) {
    return asDeliveryError(log, error);
  }
}

/** The attempt's row keeps this much of what was said. */
const MAX_RESPONSE_LENGTH = 2_000;

/** @param secrets what the other side may have sent back, as some do with headers and keys */
function responseOf(tried: DeliveryReceipt | DeliveryError, secrets: readonly string[] = []): string {
  const said = tried instanceof DeliveryError ? tried.message : [tried.response, ...(tried.missed ?? [])].join("\n");
  return withoutSecrets(said, secrets).slice(0, MAX_RESPONSE_LENGTH);
}

/** How long a delivery waits that goes on where the try before has stopped. */
const GOES_ON_MS = 1_000;

/** Somebody may want to try it again. */
const isMissing = ({ status }: TryOutcome): boolean => status === "dead" || status === "partial";

function outcomeOf(entry: OutboxRecord, tried: DeliveryReceipt | DeliveryError, now: Date): TryOutcome {
  if (!(tried instanceof DeliveryError)) return { status: tried.missed?.length ? "partial" : "done" };
  if (tried.context.goesOn) return { status: "pending", dueAt: new Date(now.getTime() + GOES_ON_MS) };
  const pause = tried.context.permanent ? undefined : retryPause(countedTries(entry), tried.context.retryAfterMs);
  if (pause === undefined) return { status: hasReachedSome(entry, tried) ? "partial" : "dead" };
  return { status: "pending", dueAt: new Date(now.getTime() + pause) };
}

/** The tries before reached some of the recipients; what is given up is only the rest. */
const hasReachedSome = (entry: OutboxRecord, tried: DeliveryError): boolean =>
  Array.isArray(notesOf(entry, tried).accepted);

/** What follows once the outcome of a try is written. */
async function concluded(
  services: DeliveryServices,
  entry: OutboxRecord,
  outcome: TryOutcome,
): Promise<AttemptOutcome> {
  logOutcome(services.log, entry, outcome);
  if (outcome.status === "pending") return { state: "again", at: outcome.dueAt };
  if (isMissing(outcome)) await queueHookCalls(services, entry.workspaceId);
  return { state: "settled" };
}

/** One line for each try. What the other side said may be anybody's: it stays with the delivery. */
function logOutcome(log: Log, { tries }: OutboxRecord, { status }: TryOutcome): void {
  if (status === "dead" || status === "partial")
    log.warn(`delivery.${status === "dead" ? "given_up" : "partial"}`, { tries });
  else log.info(status === "pending" ? "delivery.try_failed" : "delivery.done", { tries });
}

/** Records a delivery that could not even be tried. */
async function settleUnsent(
  services: DeliveryServices,
  entry: OutboxRecord,
  error: DeliveryError,
  preview: Record<string, unknown> = {},
): Promise<AttemptOutcome> {
  const { store, now } = services;
  const claim = await store.outbox.claim(entry.workspaceId, entry.id, now());
  if (!claim) return { state: "settled" };
  const outcome = outcomeOf(claim.entry, error, now());
  const attempt = { ok: false, response: responseOf(error), startedAt: now(), finishedAt: now() };
  const keepUntil = isMissing(outcome) ? keptForRetry(now()) : undefined;
  const seen = { preview: { ...entry.preview, ...preview }, keepUntil };
  await store.outbox.settle(entry.workspaceId, entry.id, claim.lease, attempt, outcome, seen);
  return await concluded(services, claim.entry, outcome);
}

/** Test mode (wire "Test mode"): rendered, recorded and shown, not sent. */
async function hold(context: SendingContext, prepared: PreparedDelivery): Promise<AttemptOutcome> {
  const { services, entry } = context;
  const { store, now } = services;
  const content = await attempted(services.log, () => prepared.content());
  if (content instanceof DeliveryError) return await settleUnsent(services, entry, content);
  const claim = await store.outbox.claim(entry.workspaceId, entry.id, now());
  if (!claim) return { state: "settled" };
  const attempt = { ok: true, response: "Test merge: shown, not sent.", startedAt: now(), finishedAt: now() };
  await store.outbox.settle(
    entry.workspaceId,
    entry.id,
    claim.lease,
    attempt,
    { status: "held" },
    {
      preview: withoutSecrets({ ...prepared.envelope, ...cut(content) }, context.secrets),
      keepUntil: keptForRetry(now()),
    },
  );
  return { state: "settled" };
}

/** A row ends at 2 MB: long texts of a preview are cut. */
const MAX_TEXT_LENGTH = 200_000;

function cut(content: Record<string, unknown>): Record<string, unknown> {
  const text = JSON.stringify(content, (_, value) =>
    typeof value === "string" && value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}...` : value,
  );
  return text.length > 4 * MAX_TEXT_LENGTH
    ? { cut: "The content is too large to be shown." }
    : (JSON.parse(text) as Record<string, unknown>);
}

/** The workspace has sent as many mails as it may: the others go on when the next hour begins. No try is counted. */
async function waitForNextHour(
  services: DeliveryServices,
  entry: OutboxRecord,
  limit: number,
): Promise<AttemptOutcome> {
  const { store, now, log } = services;
  const { workspaceId, id } = entry;
  const wait = nextHour(now()).getTime() - now().getTime();
  const at = await store.outbox.defer(workspaceId, id, "", wait + Math.ceil(Math.random() * SPREAD_MS.hour), now());
  if (!at) return { state: "settled" };
  log.warn("delivery.hourly_bound", { limit });
  if (await store.mailCounts.isFirstBeyond(workspaceId, now())) {
    const why = `The workspace has sent mails to ${limit} recipients in this hour, as many as it may: this one and those after it go in the next hour.`;
    await store.outbox.recordWaiting(workspaceId, id, why, now());
  }
  return { state: "again", at };
}

/** It is to be sent later: the row waits for that time, and run, data and files with it. No try is counted. */
async function waitUntil(services: DeliveryServices, entry: OutboxEntry, at: Date): Promise<AttemptOutcome> {
  const { store, now, log } = services;
  if (!(await store.outbox.postpone(entry.workspaceId, entry.id, at, now()))) return { state: "settled" };
  log.info("delivery.postponed", { until: at.toISOString() });
  return { state: "again", at };
}

async function putOff(services: DeliveryServices, entry: OutboxEntry, target: string): Promise<AttemptOutcome> {
  const { store, now } = services;
  const resting = await store.outbox.isTroubled(entry.workspaceId, target);
  const spread = Math.ceil(Math.random() * (resting ? SPREAD_MS.resting : SPREAD_MS.busy)) + 500;
  const at = await store.outbox.defer(entry.workspaceId, entry.id, target, spread, now());
  return at ? { state: "again", at } : { state: "settled" };
}
