import { AUTHORIZATION, FIRST_CREDENTIALS } from "./first-credentials.ts";
import { sharedService, wholeService } from "./whole-service.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
type Json = any;

/** A delivery of a run, as `GET /api/runs/<id>` shows it. */
export interface ShownDelivery {
  id: string;
  status: string;
  tries: number;
  next_try_at: string;
  preview: Record<string, Json>;
  attempts: { id: string; number: number; ok: boolean; response: string; started_at: string; finished_at: string }[];
}

export type DeliveryService = Awaited<ReturnType<typeof startDeliveryService>>;

/**
 * The whole service with real queues and database, accessed over HTTP.
 * @param vars settings, which make it the file's own
 */
export async function startDeliveryService(vars?: Record<string, string>) {
  // The harness sends the Worker's requests from here and would follow redirects.
  const { fetch: platformFetch } = globalThis;
  globalThis.fetch = (input, { method, headers, body, signal } = {}) =>
    platformFetch(input, { method, headers, body, signal, redirect: "manual", ...{ duplex: "half" } });
  const server = vars ? wholeService({ ...FIRST_CREDENTIALS, OUTBOUND_ALLOW_LOOPBACK: "1", ...vars }) : sharedService();
  const { origin } = await server.listen();
  const worker = server.worker<{ DB: D1Like; FILES: R2Like; DELIVERIES: QueueLike }>();
  const { DB, FILES, DELIVERIES } = await worker.getEnv();
  const { fetch } = server;

  async function call(
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; body: Json; headers: Headers }> {
    const headers: Record<string, string> = { authorization: AUTHORIZATION };
    if (body) headers["content-type"] = "application/json";
    const response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
    return { status: response.status, body: await response.json(), headers: new Headers([...response.headers]) };
  }

  /** A document with one delivery for each of `deliveries`; its merge address as a path. */
  async function document(deliveries: { type: string; settings: object }[], members: object = {}) {
    const created = await call("POST", "/api/documents", {
      name: "Letter",
      type: "html",
      output: "html",
      html: "<p>Dear {$Name}</p>",
      output_name: "Letter to {$Name}",
      ...members,
    });
    if (created.status !== 200) throw new Error(JSON.stringify(created.body));
    for (const delivery of deliveries) {
      const added = await call("POST", `/api/documents/${created.body.id}/deliveries`, delivery);
      if (added.status !== 200) throw new Error(JSON.stringify(added.body));
    }
    return { id: created.body.id as string, address: new URL(created.body.url).pathname };
  }

  async function merge(address: string, data: object, query = ""): Promise<string> {
    const response = await fetch(address + query, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    });
    if (response.status !== 201) throw new Error(await response.text());
    return response.headers.get("x-run-id") ?? "";
  }

  /** Merges once with one delivery. */
  async function deliver(type: string, settings: object, data: object = { Name: "Ann" }, query = ""): Promise<string> {
    return await merge((await document([{ type, settings }])).address, data, query);
  }

  const run = async (id: string): Promise<Json> => (await call("GET", `/api/runs/${id}`)).body;

  /** Waits until the first delivery of a run meets the condition. */
  async function until(
    runId: string,
    condition: (delivery: ShownDelivery) => boolean,
    milliseconds = 20_000,
  ): Promise<ShownDelivery> {
    const end = Date.now() + milliseconds;
    for (;;) {
      const shown = await run(runId);
      const delivery: ShownDelivery | undefined = shown.deliveries?.[0];
      if (delivery && condition(delivery)) return delivery;
      if (Date.now() > end) throw new Error(`Still waiting: ${JSON.stringify(shown, null, 1).slice(0, 2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  return {
    /** Where the service listens, as its own addresses begin. */
    origin,
    fetch,
    call,
    document,
    merge,
    deliver,
    run,
    until,
    untilStatus: (runId: string, status: string) => until(runId, (delivery) => delivery.status === status),
    /** Runs the minute cron, as the platform's clock does. */
    cron: () => worker.scheduled({ cron: "* * * * *" }),
    /** What no test can wait for, and no API does: older rows, messages that arrive twice. */
    database: DB,
    files: FILES,
    queue: DELIVERIES,
    logs: server.logs,
    async close(): Promise<void> {
      globalThis.fetch = platformFetch;
      await server.close();
    },
  };
}

interface D1Like {
  prepare(sql: string): {
    bind(...values: unknown[]): { run(): Promise<unknown>; all<Row>(): Promise<{ results: Row[] }> };
  };
}

interface R2Like {
  list(): Promise<{ objects: { key: string }[] }>;
  get(key: string): Promise<{ text(): Promise<string> } | null>;
  delete(key: string): Promise<void>;
}

interface QueueLike {
  send(body: unknown): Promise<unknown>;
}
