// Does one dead endpoint hold others back? Delivers the same webhooks with and without dead endpoints among them, through
// the real queue, and prints how long after the start the healthy ones arrived.
//
//   npm run bench -- deliveries [deliveries=2000] [hosts=50]
import { present } from "../src/domain/present.ts";
import { startDeliveryService } from "../test/support/servers/delivery-service.ts";
import { startHttpServer, type TestHttpServer } from "../test/support/servers/http.ts";

const DELIVERIES = Number(process.argv[2] ?? 2_000);
const HOSTS = Number(process.argv[3] ?? 50);
const DEAD_SHARE = 0.2;
const MAX_MS = 10 * 60_000;

/** Milliseconds from the start to the arrival of each delivery at a healthy host. */
async function round(deadShare: number): Promise<number[]> {
  const service = await startDeliveryService();
  const servers = await Promise.all(Array.from({ length: HOSTS }, () => startHttpServer()));
  const deadHosts = Math.round(HOSTS * deadShare);
  // Dead in the most painful way: they take the connection and never answer.
  for (const server of servers.slice(0, deadHosts)) server.answers.set("/", () => {});
  const healthy = servers.slice(deadHosts);
  const wanted = DELIVERIES * (1 - DEAD_SHARE);

  // The healthy ones are the same in both rounds; in the first one the dead ones are left out.
  const targets = [
    ...Array.from({ length: wanted }, (_, index) => present(healthy[index % healthy.length])),
    ...(deadHosts > 0
      ? Array.from({ length: DELIVERIES * DEAD_SHARE }, (_, index) => present(servers[index % deadHosts]))
      : []),
  ];
  const run = await service.deliver("webhook", {
    url: `http://127.0.0.1:${present(healthy[0]).port}/first`,
    file_url: 1,
  });
  await service.untilStatus(run, "done");
  await fillOutbox(service.database, run, shuffled(targets));

  const started = Date.now();
  await service.cron();
  const arrived = () => healthy.flatMap((server) => server.on("/").map(({ at }) => at - started));
  while (arrived().length < wanted && Date.now() - started < MAX_MS)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const times = arrived();
  const ids = new Set(healthy.flatMap((server) => server.on("/").map(({ headers }) => headers["webhook-id"])));
  if (ids.size !== wanted || times.length !== wanted)
    throw new Error(`${times.length} arrived, ${ids.size} different ones of ${wanted}`);
  await service.close();
  await Promise.all(servers.map((server) => server.close()));
  return times.sort((a, b) => a - b);
}

type Database = Awaited<ReturnType<typeof startDeliveryService>>["database"];

/** Deliveries of one run, all due at once: as many rows as merges would have made. */
async function fillOutbox(database: Database, runId: string, targets: readonly TestHttpServer[]): Promise<void> {
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
  await database
    .prepare("update runs set data = ?, data_expires_at = null where id = ?")
    .bind('{"Name":"Ann"}', runId)
    .run();
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

const at = (times: readonly number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const shown = (name: string, times: readonly number[]) =>
  console.log(
    `${name}: ${times.length} healthy deliveries, median ${at(times, 0.5)} ms, 95 % ${at(times, 0.95)} ms, last ${at(times, 1)} ms`,
  );

const without = await round(0);
shown("without dead endpoints", without);
const beside = await round(DEAD_SHARE);
shown(`beside ${DEAD_SHARE * 100} % dead endpoints`, beside);
console.log(`median delay: ${(at(beside, 0.5) / at(without, 0.5)).toFixed(2)} times that without dead endpoints`);
