import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { openFile } from "../node/open-file.ts";
import { ConnectionError, createDocloom, DocloomError } from "./docloom.ts";

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

let server: Server | undefined;
afterEach(() => server?.close());

/** A service that answers each request with the next of `answers`, the last one repeatedly. */
async function serviceOf(...answers: ((response: ServerResponse) => void)[]) {
  const received: Received[] = [];
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("latin1")) body += chunk;
    received.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
    answers[Math.min(received.length, answers.length) - 1]?.(response);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  return { received, baseUrl, docloom: createDocloom({ baseUrl, key: "key", secret: "sécret" }) };
}

const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

describe("the client", () => {
  it("sends credentials as UTF-8, query and body, and gives the JSON of the answer", async () => {
    const { docloom, received } = await serviceOf(json([{ id: "1" }]), json({ id: "2", fields: [] }));
    expect(await docloom.documents.list({ folder: "A/B" })).toEqual([{ id: "1" }]);
    await docloom.documents.create({ name: "N", type: "docx", file: new Uint8Array([1, 2, 255]) });
    expect(received[0]).toMatchObject({ method: "GET", url: "/api/documents?folder=A%2FB" });
    expect(Buffer.from(String(received[0]?.headers.authorization).slice(6), "base64").toString()).toBe("key:sécret");
    expect(JSON.parse(received[1]?.body ?? "")).toEqual({ name: "N", type: "docx", file_contents: "AQL/" });
  });

  it("has what was odd about a merge with its file, in letters of any script", async () => {
    const warnings = '2, %"%e2%80%9cx%e2%80%9d is 100%25 odd", "a \\"tag\\"", %"no %ff text"';
    const { docloom } = await serviceOf((response) => response.writeHead(201, { "x-warnings": warnings }).end("%PDF"));
    const file = await docloom.merge.now({ document: "1" }, {});
    expect(file.warnings).toEqual(["“x” is 100% odd", 'a "tag"', "no %ff text"]);
  });

  it("repeats after 429, 5xx and a broken connection, a POST under one key", async () => {
    const { docloom, received } = await serviceOf(
      (response) => response.destroy(),
      json({ error: "running", code: "idempotency_in_progress" }, 409),
      json({ error: "slow" }, 429, { "retry-after": "0" }),
      json({ error: "oops" }, 503, { "retry-after": "0" }),
      json({ id: "7", fields: [] }),
    );
    expect(await docloom.documents.create({ name: "N", type: "html", html: "x" })).toMatchObject({ id: "7" });
    expect(received).toHaveLength(5);
    const keys = new Set(received.map(({ headers }) => headers["idempotency-key"]));
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[\w-]{36}$/);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  });

  it("throws what the service says, immediately if another try is no use", async () => {
    const problem = {
      error: "Not so.",
      code: "invalid_request",
      request_id: "r1",
      errors: [{ pointer: "/name", message: "is needed" }],
    };
    const { docloom, received } = await serviceOf(json(problem, 422));
    const failure = await docloom.documents.get("3").catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(DocloomError);
    expect(failure).toMatchObject({
      status: 422,
      message: "Not so.",
      code: "invalid_request",
      requestId: "r1",
      errors: problem.errors,
    });
    expect(received).toHaveLength(1);
  });

  it("says so when nobody answers", async () => {
    const docloom = createDocloom({ baseUrl: "http://127.0.0.1:9", retries: 0 });
    await expect(docloom.account.health()).rejects.toThrow(ConnectionError);
    await expect(docloom.account.health()).rejects.toThrow(
      /GET http:\/\/127.0.0.1:9\/api\/health was not answered: .+/,
    );
  });

  it("makes, changes and removes hooks", async () => {
    const hook = { id: "h1", event: "run.done", active: 1 };
    const { docloom, received } = await serviceOf(json({ ...hook, secret: "whsec_x" }), json(hook));
    const made = await docloom.hooks.create({ event: "run.done", target_url: "https://hooks.example/in" });
    expect(made.secret).toBe("whsec_x");
    await docloom.hooks.update(made.id, { active: 0 });
    await docloom.hooks.test(made.id);
    await docloom.hooks.events();
    await docloom.hooks.delete(made.id);
    expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", "/api/hooks", '{"event":"run.done","target_url":"https://hooks.example/in"}'],
      ["PUT", "/api/hooks/h1", '{"active":0}'],
      ["POST", "/api/hooks/h1/test", ""],
      ["GET", "/api/hooks/events", ""],
      ["DELETE", "/api/hooks/h1", ""],
    ]);
  });

  it("stops when its caller does", async () => {
    const { docloom, received } = await serviceOf(json({ error: "busy" }, 503, { "retry-after": "20" }));
    const signal = AbortSignal.timeout(100);
    await expect(docloom.api.GET("/api/account", { signal })).rejects.toThrow(/timeout|abort/i);
    expect(received).toHaveLength(1);
  });

  it("repeats a merge under the key that its caller gives, and ends with the caller's signal", async () => {
    const { docloom, received } = await serviceOf((response) => response.writeHead(201).end("x"));
    interface Order {
      Name: string;
    }
    const order: Order = { Name: "Ann" };
    await docloom.merge.now({ document: "1" }, order, { idempotencyKey: "order-7" });
    await docloom.merge.later({ route: "2" }, order, { idempotencyKey: "order-8" }).catch(() => undefined);
    expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual(["order-7", "order-8"]);
    const signal = AbortSignal.abort();
    await expect(docloom.merge.now({ document: "1" }, order, { signal })).rejects.toThrow(/abort/i);
    expect(received).toHaveLength(2);
  });

  it("merges at an address without credentials and gives the file with its name", async () => {
    const pdf = (response: ServerResponse) =>
      response
        .writeHead(201, {
          "content-type": "application/pdf",
          "x-run-id": "run1",
          "content-disposition": `attachment; filename="Fur.pdf"; filename*=UTF-8''F%C3%BCr%20alle.pdf`,
        })
        .end(Buffer.from([37, 80, 68, 70]));
    const { docloom, received, baseUrl } = await serviceOf(pdf);
    const file = await docloom.merge.now(`${baseUrl}/merge/12/KEY`, { Name: "Ann" }, { test: true });
    expect(file).toMatchObject({ name: "Für alle.pdf", mediaType: "application/pdf", runId: "run1", warnings: [] });
    expect([...file.bytes]).toEqual([37, 80, 68, 70]);
    expect(received[0]).toMatchObject({ url: "/merge/12/KEY?test=1&download=1", body: '{"Name":"Ann"}' });
    expect(received[0]?.headers.authorization).toBeUndefined();
    await expect(docloom.merge.now("https://x.example/other", {})).rejects.toThrow(/is not a merge address/);
  });

  it("gives all files of a route", async () => {
    const { docloom } = await serviceOf(
      json({ success: 1, files: [{ name: "a.pdf", file_contents: "AQI=" }] }, 201, { "x-run-id": "r" }),
    );
    const [file] = await docloom.merge.files({ route: "1" }, {});
    expect(file).toMatchObject({ name: "a.pdf", runId: "r", bytes: new Uint8Array([1, 2]) });
  });

  it("sends small files as JSON and large ones as multipart, from disk and from streams", async () => {
    const answer = (response: ServerResponse) =>
      response.writeHead(200, { "content-type": "application/pdf" }).end("x");
    const { docloom, received } = await serviceOf(answer);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([65, 66]));
        controller.close();
      },
    });
    await docloom.tools.combine([
      await openFile(import.meta.filename),
      { name: "s.pdf", contents: stream, password: "s" },
    ]);
    const contents = new Uint8Array(7_000_000).fill(66);
    await docloom.tools.compressPdf({ name: "big.pdf", contents, password: "open" });
    const [small, large] = received;
    expect(JSON.parse(small?.body ?? "").files).toMatchObject([
      { name: "docloom.test.ts" },
      { name: "s.pdf", contents: "QUI=", password: "s" },
    ]);
    expect(large?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(large?.body).toContain('name="file[contents]"');
    expect(large?.body).toMatch(/name="file\[password\]"\r\n\r\nopen\r\n/);
    expect(large?.body.length).toBeGreaterThan(7_000_000);
  });
});
