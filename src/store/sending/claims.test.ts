import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { present } from "../../domain/present.ts";
import { openOutboxSettings } from "../../domain/testing/settings.ts";
import { OUTBOX_LEASE_MS } from "../outbox.ts";
import { createStore } from "../store.ts";
import { TARGET_IN_FLIGHT } from "../targets.ts";
import { documentTask, NO_RESULT } from "../testing/run-tasks.ts";

const store = createStore(env);
const now = new Date("2026-03-04T05:06:07.000Z");
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

let workspaceId: string;
beforeEach(async () => {
  workspaceId = (await store.control.workspaces.create("claims", now)).id;
});

async function dueDelivery() {
  const newRun = { task: documentTask(), source: "merge", test: false, requestId: "r", askedBy: undefined } as const;
  const { run, lease } = await store.runs.acceptAndStart(workspaceId, { ...newRun, expiresAt: later(1) }, now);
  const file = { name: "a.html", mediaType: "text/html", sizeBytes: 1, sha256: "s", blobKey: `r/${run.id}` };
  const settings = openOutboxSettings({ url: "https://example.com" });
  const delivery = { deliveryId: "d", kind: "webhook", name: "", settings, status: "pending" } as const;
  const result = { ...NO_RESULT, files: [file] };
  await store.runs.finish(workspaceId, run.id, { lease, result, deliveries: [delivery], now });
  return { runId: run.id, id: present((await store.outbox.ofRun(workspaceId, run.id))[0]).id };
}

const token = () => `token-${crypto.randomUUID()}`;

/** Takes a delivery with a link that works for a minute. */
async function take(
  { runId, id }: Awaited<ReturnType<typeof dueDelivery>>,
  { recipients = 1, limit = 10, target = "example.com", at = now, link = token() } = {},
) {
  const links = { runId, links: [{ token: link, position: 0 }], expiresAt: later(60_000), keepsFiles: true };
  const claimed = await store.claims.take(workspaceId, id, at, { target, mails: { recipients, limit }, links });
  return { ...claimed, isLinked: (await store.lookUps.links.byToken(link, now)) !== undefined };
}

const counted = () =>
  env.DB.prepare("select recipients from mail_counts where workspace_id = ?").bind(workspaceId).first("recipients");

const keptUntil = (runId: string) =>
  env.DB.prepare("select expires_at from runs where id = ?").bind(runId).first("expires_at");

it("of several takers one has the delivery, and what goes with it is written once", async () => {
  const delivery = await dueDelivery();
  const taken = await Promise.all([1, 2, 3].map(() => take(delivery, { recipients: 3 })));
  expect(taken.map(({ claim, isLinked }) => claim !== undefined && isLinked).filter(Boolean)).toHaveLength(1);
  expect(taken.filter(({ isLinked }) => isLinked)).toHaveLength(1);
  expect(await counted()).toBe(3);
  expect(await keptUntil(delivery.runId)).toBe(later(60_000).getTime());
});

it("nothing is written where the recipients do not fit into the hour; the first mail of an hour always does", async () => {
  expect((await take(await dueDelivery(), { recipients: 20 })).claim).toBeDefined();
  const waiting = await dueDelivery();
  expect(await take(waiting)).toEqual({ claim: undefined, isHourFull: true, isLinked: false });
  expect(await store.outbox.byId(workspaceId, waiting.id)).toMatchObject({ status: "pending", tries: 0 });
  expect([await counted(), await keptUntil(waiting.runId)]).toEqual([20, later(1).getTime()]);
  expect((await take(waiting, { at: later(3_600_000) })).claim).toBeDefined();
});

it("nothing is written where its target is busy, or it is not due", async () => {
  for (let busy = 0; busy < TARGET_IN_FLIGHT.working; busy++) await take(await dueDelivery(), { limit: 1_000 });
  const waiting = await dueDelivery();
  const nothing = { claim: undefined, isHourFull: false, isLinked: false };
  expect(await take(waiting, { limit: 1_000 })).toEqual(nothing);
  expect(await take(waiting, { limit: 1_000, target: "other.example", at: later(-1) })).toEqual(nothing);
  expect(await counted()).toBe(TARGET_IN_FLIGHT.working);
});

it("who dies with a delivery loses it: the next one has a lease, a count and links of its own", async () => {
  const delivery = await dueDelivery();
  const link = token();
  const dead = await take(delivery, { link });
  expect((await take(delivery, { at: later(1_000) })).claim).toBeUndefined();
  const alive = await take(delivery, { link, at: later(OUTBOX_LEASE_MS) });
  expect([dead.claim?.entry.tries, alive.claim?.entry.tries, alive.isLinked]).toEqual([1, 2, true]);
  expect(await counted()).toBe(2);
});

it("another workspace's delivery cannot be taken", async () => {
  const { runId, id } = await dueDelivery();
  const outsider = await store.control.workspaces.create("outsider", now);
  const terms = { target: "", mails: { recipients: 1, limit: 10 } };
  expect(await store.claims.take(outsider.id, id, now, terms)).toEqual({ claim: undefined, isHourFull: false });
  expect((await take({ runId, id })).claim).toBeDefined();
});
