import fs from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDocloom, verifyWebhook } from "../client/docloom.ts";
import { Forwarder, type ListenEvent } from "./forwarder.ts";
import { ListenJournal } from "./journal.ts";

interface FakeRun {
  id: string;
  status: "running" | "done" | "failed";
  parent?: string;
}

let folder: string;
const servers = new Set<Server>();
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-listen-"));
});
afterEach(async () => {
  for (const server of servers) await stop(server);
  fs.rmSync(folder, { recursive: true });
});

async function listen(
  port: number,
  answer: (request: IncomingMessage, body: string) => [number, unknown],
): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const [status, value] = answer(request, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  servers.add(server);
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function stop(server: Server): Promise<void> {
  servers.delete(server);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A service that has these runs, newest first in its lists. */
function serviceOf(runs: FakeRun[]) {
  const shown = ({ id, status, parent = "" }: FakeRun) => ({
    ...{ id, status, parent_id: parent, source: "merge", test: false, document_id: "7", route_id: "" },
    finished_at: status === "running" ? "" : "2026-01-01T00:00:00Z",
    problem: status === "failed" ? { code: "merge_failed", message: "No." } : null,
    files: [],
    deliveries: [],
  });
  return ({ url = "" }: IncomingMessage): [number, unknown] => {
    const { pathname, searchParams } = new URL(url, "http://x");
    const [, , , id, data] = pathname.split("/");
    if (data) return [200, { Name: `of ${id}` }];
    const one = runs.find((run) => run.id === id);
    if (id) return one ? [200, shown(one)] : [404, { error: "gone", code: "run_not_found" }];
    const before = searchParams.get("cursor") ?? "~";
    const older = runs.toReversed().filter((run) => run.id < before);
    return [200, older.slice(0, Number(searchParams.get("limit"))).map(shown)];
  };
}

/** A local program that takes posts. */
function programThat(received: { id: string; run: string; name: unknown }[], secret: () => string) {
  return (request: IncomingMessage, body: string): [number, unknown] => {
    const { data } = verifyWebhook(body, request.headers, secret());
    received.push({ id: String(request.headers["webhook-id"]), run: data.run_id, name: data.fields.Name });
    return [200, {}];
  };
}

describe("listening", () => {
  const name = "test";

  function start(service: number, target: number, events: ListenEvent[] = []) {
    const docloom = createDocloom({ baseUrl: `http://127.0.0.1:${service}`, key: "k", secret: "s", retries: 0 });
    const journal = new ListenJournal(folder, name);
    const forwarder = new Forwarder(docloom, journal, `http://127.0.0.1:${target}/hook`, {}, (event) =>
      events.push(event),
    );
    const stopping = new AbortController();
    const ended = forwarder.run(stopping.signal);
    return {
      journal,
      forwarder,
      end: () => {
        stopping.abort();
        return ended;
      },
    };
  }

  it("forwards what finishes from its start on, signed, once, and repeats the last one", async () => {
    const runs: FakeRun[] = [{ id: "run1", status: "done" }];
    const received: { id: string; run: string; name: unknown }[] = [];
    const service = await listen(0, serviceOf(runs));
    const target = await listen(
      0,
      programThat(received, () => listening.journal.secret),
    );
    const listening = start(portOf(service), portOf(target));
    await expect.poll(() => listening.journal.cursor).toBe("run1");

    runs.push(
      { id: "run2", status: "running" },
      { id: "run3", status: "done" },
      { id: "run4", status: "done", parent: "run3" },
    );
    await expect.poll(() => received.map(({ run }) => run), { timeout: 5_000 }).toEqual(["run3"]);
    const [, second] = runs;
    if (second) second.status = "done";
    await expect.poll(() => received.map(({ run }) => run), { timeout: 5_000 }).toEqual(["run3", "run2"]);
    expect(received[1]).toEqual({ id: "msg_run2", run: "run2", name: "of run2" });
    await listening.forwarder.repeat();
    expect(received.map(({ run }) => run)).toEqual(["run3", "run2", "run2"]);
    await listening.end();
  });

  it("survives a restart of itself, of the service and of the local program: nothing is lost, nothing arrives twice", async () => {
    const runs: FakeRun[] = [{ id: "run1", status: "done" }];
    const received: { id: string; run: string; name: unknown }[] = [];
    const events: ListenEvent[] = [];
    const program = programThat(received, () => new ListenJournal(folder, name).secret);
    let service = await listen(0, serviceOf(runs));
    let target = await listen(0, program);
    const [servicePort, targetPort] = [portOf(service), portOf(target)];

    const first = start(servicePort, targetPort, events);
    await expect.poll(() => first.journal.cursor).toBe("run1");
    await first.end();
    runs.push({ id: "run2", status: "done" });

    await stop(target);
    const second = start(servicePort, targetPort, events);
    await expect
      .poll(() => events, { timeout: 5_000 })
      .toContainEqual(expect.objectContaining({ kind: "waiting", for: "target" }));
    await second.end();
    target = await listen(targetPort, program);
    const third = start(servicePort, targetPort, events);
    await expect.poll(() => received.map(({ run }) => run), { timeout: 5_000 }).toEqual(["run2"]);

    await stop(service);
    await expect
      .poll(() => events, { timeout: 5_000 })
      .toContainEqual(expect.objectContaining({ kind: "waiting", for: "service" }));
    runs.push({ id: "run3", status: "failed" }, { id: "run4", status: "done" });
    service = await listen(servicePort, serviceOf(runs));
    await expect.poll(() => received.map(({ run }) => run), { timeout: 8_000 }).toEqual(["run2", "run4"]);
    expect(events).toContainEqual({ kind: "failed", run: "run3", code: "merge_failed", message: "No." });
    await third.end();
  }, 30_000);
});
