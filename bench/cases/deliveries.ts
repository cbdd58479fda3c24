/**
 * Does one dead endpoint hold others back? Delivers the same webhooks with and without dead endpoints among them, through the
 * real queue, and prints how long after the start the healthy ones arrived: `[deliveries=2000] [hosts=50]`.
 */
import { present } from "../../src/domain/present.ts";
import buildService from "../../test/support/servers/built-service.ts";
import { type DeliveryService, startDeliveryService } from "../../test/support/servers/delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "../../test/support/servers/http.ts";
import { pause, quantile } from "../harness.ts";

const DEAD_SHARE = 0.2;
const MAX_MS = 10 * 60_000;

export async function run([deliveries = "2000", hosts = "50"]: readonly string[]): Promise<void> {
  await buildService();
  const medians: number[] = [];
  for (const [name, share] of [
    ["without dead endpoints", 0],
    [`beside ${DEAD_SHARE * 100} % dead ones`, DEAD_SHARE],
  ] as const) {
    const times = await round(share, Number(deliveries), Number(hosts));
    const [half, most, last] = [0.5, 0.95, 1].map((part) => quantile(times, part));
    console.log(`${name}: ${times.length} healthy deliveries, median ${half} ms, 95 % ${most} ms, last ${last} ms`);
    medians.push(present(half));
  }
  const [without = 0, beside = 0] = medians;
  console.log(`median delay: ${(beside / without).toFixed(2)} times that without dead endpoints`);
}

/** Milliseconds from the start to the arrival of each delivery at a healthy host. */
async function round(deadShare: number, deliveries: number, hosts: number): Promise<number[]> {
  // One of its own each time: the ids of the deliveries are the same.
  const service = await startDeliveryService({});
  const servers = await Promise.all(Array.from({ length: hosts }, () => startHttpServer()));
  const deadHosts = Math.round(hosts * deadShare);
  // Dead in the most painful way: they take the connection and never answer.
  for (const server of servers.slice(0, deadHosts)) server.answers.set("/", () => {});
  const healthy = servers.slice(deadHosts);
  const wanted = deliveries * (1 - DEAD_SHARE);

  // The healthy ones are the same in both rounds; in the first one the dead ones are left out.
  const spread = (over: readonly TestHttpServer[], count: number) =>
    Array.from({ length: count }, (_, index) => present(over[index % over.length]));
  const dead = deadHosts > 0 ? spread(servers.slice(0, deadHosts), deliveries * DEAD_SHARE) : [];
  const run = await service.deliver("webhook", {
    url: `http://127.0.0.1:${present(healthy[0]).port}/first`,
    file_url: 1,
  });
  await service.untilStatus(run, "done");
  await fillOutbox(service.database, run, shuffled([...spread(healthy, wanted), ...dead]));

  const started = Date.now();
  await service.cron();
  const arrived = () => healthy.flatMap((server) => server.on("/"));
  while (arrived().length < wanted && Date.now() - started < MAX_MS) await pause(100);
  const requests = arrived();
  const ids = new Set(requests.map(({ headers }) => headers["webhook-id"]));
  if (ids.size !== wanted || requests.length !== wanted)
    throw new Error(`${requests.length} arrived, ${ids.size} different ones of ${wanted}`);
  await service.close();
  await Promise.all(servers.map((server) => server.close()));
  return requests.map(({ at }) => at - started);
}

/** Deliveries of one run, all due at once: as many rows as merges would have made. */
async function fillOutbox(
  database: DeliveryService["database"],
  runId: string,
  targets: readonly TestHttpServer[],
): Promise<void> {
  const rows = targets.map(({ port }, index) => ({
    id: `bench${String(index).padStart(6, "0")}`,
    settings: JSON.stringify({ url: `http://127.0.0.1:${port}/` }),
  }));
  await database
    .prepare(
      `insert into outbox (id, workspace_id, run_id, delivery_id, kind, name, settings, status, due_at, created_at)
       select row.value ->> 'id', runs.workspace_id, runs.id, row.value ->> 'id', 'webhook', '', row.value ->> 'settings',
         'pending', 0, 0
       from json_each(?) as row, runs where runs.id = ?`,
    )
    .bind(JSON.stringify(rows), runId)
    .run();
  const update = database.prepare("update runs set data = ?, data_expires_at = null where id = ?");
  await update.bind('{"Name":"Ann"}', runId).run();
}

/** The same order every time. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  let seed = 42;
  const keyed = items.map((item) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return { item, key: seed };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
