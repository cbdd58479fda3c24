import { Buffer } from "node:buffer";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { startHttpServer, type TestHttpServer } from "../support/servers/http.ts";

/** After a mixed day of work, no secret is anywhere in clear: neither in an answer, nor in a row, a blob or a log line. */

let service: DeliveryService;
let http: TestHttpServer;
beforeAll(async () => {
  [service, http] = await Promise.all([
    startDeliveryService({ LOCAL_MAILBOX: "1", MAIL_FROM: "Docs <docs@example.com>" }),
    startHttpServer(),
  ]);
});
afterAll(async () => {
  await service.close();
  await http.close();
});

/** What was planted, by what it is. */
const planted = new Map<string, string>();
function secret(what: string): string {
  const text = `plant${randomBytes(12).toString("hex")}`;
  planted.set(what, text);
  return text;
}
/** The same for what the service itself makes and shows once. */
function shownOnce(what: string, text: string): string {
  planted.set(what, text);
  return text;
}

/** Every answer that is no place where a secret is shown once. */
const answers: string[] = [];
async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await service.fetch(path, {
    method,
    headers: { authorization: AUTHORIZATION, ...(body ? { "content-type": "application/json" } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    text,
    headers: response.headers,
    kept: () => answers.push(`${method} ${path}: ${text}`),
  };
}
async function kept(method: string, path: string, body?: object, headers?: Record<string, string>) {
  const answer = await call(method, path, body, headers);
  answer.kept();
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
  return { ...answer, body: JSON.parse(answer.text) as any };
}

/** Every file in which the service keeps its rows and blobs, as bytes: what was overwritten is in them, too. */
function storedFiles(): string[] {
  const roots = fs.globSync(path.join(os.tmpdir(), "miniflare-*"));
  const read = (file: string) => (fs.existsSync(file) ? fs.readFileSync(file, "latin1") : "");
  const isOurs = (root: string) =>
    fs.globSync(path.join(root, "d1/**/*.sqlite*")).some((file) => read(file).includes(MARK));
  return roots
    .filter(isOurs)
    .flatMap((root) => fs.globSync(path.join(root, "**/*"), { withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name}: ${read(path.join(parentPath, name))}`);
}

/** In a name that is kept: by it the test finds where the service keeps things. */
const MARK = `day${randomBytes(8).toString("hex")}`;

const webhook = (n: number) => ({
  url: `http://127.0.0.1:${http.port}/echo`,
  json: 1,
  secret: secret(`webhook secret ${n}`),
  headers: {
    Authorization: `Bearer ${secret(`webhook authorization ${n}`)}`,
    "X-Api-Key": secret(`webhook header ${n}`),
  },
});
const mail = (n: number, security: "medium" | "high") => ({
  to: "ann@example.com",
  security,
  password: secret(`mail password ${n}`),
});
const s3 = (n: number) => ({
  endpoint: `http://127.0.0.1:${http.port}/echo`,
  bucket: "letters",
  access_key_id: secret(`s3 key id ${n}`),
  secret_access_key: secret(`s3 secret ${n}`),
  session_token: secret(`s3 token ${n}`),
});

const webdav = (n: number) => ({
  url: `http://127.0.0.1:${http.port}/echo`,
  user: "{$Name}",
  password: secret(`webdav password ${n}`),
});
/** Nothing is sent to these, which are elsewhere on the internet: their fields keep the service from trying their settings. */
const stores = (n: number) =>
  [
    [
      "azure_blob",
      {
        account: "letters",
        container: "{$Name}",
        account_key: Buffer.from(secret(`azure account key ${n}`)).toString("base64"),
      },
    ],
    [
      "dropbox",
      {
        app_key: "{$Name}",
        app_secret: secret(`dropbox secret ${n}`),
        refresh_token: secret(`dropbox token ${n}`),
      },
    ],
    [
      "google_drive",
      {
        client_id: "client",
        client_secret: secret(`google secret ${n}`),
        refresh_token: secret(`google token ${n}`),
        folder_id: "{$Name}",
      },
    ],
    [
      "sharepoint",
      {
        tenant: "example.onmicrosoft.com",
        client_id: "client",
        client_secret: secret(`sharepoint secret ${n}`),
        site: "https://example.sharepoint.com/sites/{$Name}",
      },
    ],
  ] as const;

it("keeps sixty planted secrets to itself through a mixed day of work", async () => {
  // It answers with what it was sent, headers and all, as some services do; S3 names the key in its errors.
  http.answers.set("/echo", (response, { headers }, earlier) => {
    response.statusCode = earlier % 2 ? 500 : 200;
    response.end(JSON.stringify(headers));
  });
  const pdf = { name: "a.pdf", contents: Buffer.from(buildPages(1)).toString("base64") };
  const runs: string[] = [];

  for (const round of [1, 2]) {
    const key = { "idempotency-key": `day-${round}` };
    const created = await kept(
      "POST",
      "/api/documents",
      {
        ...{ name: `Day ${round} ${MARK}`, type: "html", output: "html", html: "<p>{$Name}</p>" },
        notification: { to: "ann@example.com", security: "high", password: secret(`notification password ${round}`) },
      },
      key,
    );
    const document = `/api/documents/${created.body.id}`;
    const made: { id: string; type: string; settings: Record<string, unknown> }[] = [];
    for (const [type, settings] of [
      ["webhook", webhook(round)],
      ["email", mail(round, round === 1 ? "medium" : "high")],
      ["s3", s3(round)],
      ["webdav", webdav(round)],
    ] as const) {
      const delivery = await kept(
        "POST",
        `${document}/deliveries`,
        { type, settings },
        { "idempotency-key": `${type}${round}` },
      );
      expect(delivery.status, delivery.text).toBe(200);
      made.push(delivery.body);
      await kept("POST", `${document}/deliveries`, { type, settings }, { "idempotency-key": `${type}${round}` });
      await kept("PUT", `${document}/deliveries/${delivery.body.id}`, { settings: delivery.body.settings });
      await kept("PUT", `${document}/deliveries/${delivery.body.id}`, { settings: { ...settings, nonsense: 1 } });
      await kept("POST", `${document}/deliveries/${delivery.body.id}/test`, { data: { Name: "Ann" } });
    }
    for (const [type, settings] of stores(round)) {
      const delivery = await kept("POST", `${document}/deliveries`, { type, settings });
      expect(delivery.status, delivery.text).toBe(200);
      const own = `${document}/deliveries/${delivery.body.id}`;
      await kept("PUT", own, { settings: { ...settings, nonsense: 1 } });
      await kept("PUT", own, { settings: delivery.body.settings });
      await kept("GET", `${document}/deliveries`);
      await kept("DELETE", own);
    }
    await kept("POST", `${document}/copy`, { name: `Copy ${round}` });
    const address = new URL(created.body.url).pathname;
    for (const query of ["", "?download=1", "?test=1"]) {
      const merged = await call("POST", address + query, { Name: "Ann" }, { "idempotency-key": `m${query}${round}` });
      merged.kept();
      runs.push(merged.headers.get("x-run-id") ?? "");
    }
    const [hook] = made;
    const rotated = JSON.parse(
      (await call("POST", `${document}/deliveries/${hook?.id}/secret`, { keep_old: 1 }, key)).text,
    );
    shownOnce(`rotated secret ${round}`, rotated.secret);

    await kept("PUT", "/api/account", { alert_address: `http://127.0.0.1:${http.port}/echo` });
    shownOnce(
      `alert secret ${round}`,
      JSON.parse((await call("POST", "/api/account/alert_secret", {}, key)).text).secret,
    );
    const pair = JSON.parse((await call("POST", "/api/keys", { name: "k" }, key)).text);
    shownOnce(`key secret ${round}`, pair.secret);
    const origin = new URL(service.origin).origin;
    const signedIn = await call(
      "POST",
      "/api/sessions",
      { key: pair.key ?? pair.id, secret: pair.secret },
      { authorization: "", origin, "sec-fetch-site": "same-origin", ...key },
    );
    const cookie = /=([\w-]{20,})/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1];
    shownOnce(`session cookie ${round}`, cookie ?? "");
    expect(cookie).toBeDefined();
    const link = await call(
      "POST",
      `${document}/merge?download=url`,
      { Name: "Ann" },
      { "idempotency-key": `url${round}` },
    );
    shownOnce(`link ${round}`, /\/files\/([\w-]+)/.exec(link.text)?.[1] ?? "");

    for (const [tool, body] of [
      [
        "encrypt_pdf",
        { file: pdf, user_password: secret(`user password ${round}`), password: secret(`owner password ${round}`) },
      ],
      [
        "sign_pdf",
        {
          file: pdf,
          certificate: {
            name: "a.pem",
            contents: Buffer.from(secret(`private key ${round}`)).toString("base64"),
            password: secret(`key password ${round}`),
          },
        },
      ],
      ["pdf_info", { file: { ...pdf, password: secret(`file password ${round}`) } }],
      ["flatten_pdf", { file: pdf, delivery: { type: "webhook", settings: webhook(round + 10) } }],
      ["rotate_pdf", { file: pdf, degrees: 90, delivery: { type: "email", settings: mail(round + 10, "high") } }],
    ] as const) {
      const later = await kept("POST", `/api/tools/${tool}`, body, {
        prefer: "respond-async",
        "idempotency-key": `${tool}${round}`,
      });
      expect(later.status, later.text).toBe(202);
      runs.push(later.body.run_id);
      await kept("GET", `/api/runs/${later.body.run_id}/data`);
      await call(
        "POST",
        `/api/tools/${tool}`,
        { ...body, delivery: undefined },
        { "idempotency-key": `now-${tool}${round}` },
      );
    }
    await kept("POST", "/api/identities", {
      name: "me",
      file: secret(`identity ${round}`),
      password: secret(`identity password ${round}`),
    });
    const session = secret(`gathering session ${round}`);
    await kept("POST", `${document}/merge`, { A: 1, _session: session });
    await kept("POST", address, { A: 1, _session: `${session}` });
    await call("GET", address.toUpperCase());
  }
  expect(planted.size).toBeGreaterThanOrEqual(60);

  // Deliveries are tried, and given up or repeated.
  await expect
    .poll(
      async () =>
        (await Promise.all(runs.map((id) => service.run(id)))).every(({ status }) =>
          ["done", "failed"].includes(status),
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(true);
  await service.cron();
  await expect.poll(() => http.on("/echo").length, { timeout: 30_000 }).toBeGreaterThan(3);

  for (const id of runs) {
    for (const path of ["", "/data", "/receipt", "/deliveries"]) (await call("GET", `/api/runs/${id}${path}`)).kept();
    (await call("POST", `/api/runs/${id}/replay`)).kept();
  }
  const listed = await kept("GET", "/api/deliveries?limit=500");
  for (const { id } of listed.body) {
    (await call("GET", `/api/deliveries/${id}`)).kept();
    (await call("POST", `/api/deliveries/${id}/retry`)).kept();
  }
  for (const path of [
    "/api/attempts?limit=500",
    "/api/mailbox",
    "/api/runs?limit=500",
    "/api/account",
    "/api/keys",
    "/api/sessions",
    "/api/usage",
    "/api/usage?by=total",
    "/api/routes?details=1",
    "/api/fonts",
    "/api/folders",
    "/api/identities",
    "/api/documents",
  ])
    (await call("GET", path)).kept();
  for (const { id } of JSON.parse((await call("GET", "/api/documents")).text) as { id: string }[])
    for (const path of [
      "",
      "?details=1",
      "/deliveries",
      "/versions",
      "/versions/1",
      "/versions/1/file",
      "/file",
      "/samples",
      "/fields",
    ])
      (await call("GET", `/api/documents/${id}${path}`)).kept();

  // A key's id goes into the answers of a store to whoever asked it; nothing else may show it.
  const { results: tables } = await service.database
    .prepare("select name from sqlite_schema where type = 'table' and name not like '\\_cf\\_%' escape '\\'")
    .bind()
    .all<{ name: string }>();
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const { results } = await service.database.prepare(`select * from "${name}"`).bind().all<object>();
      return `${name}: ${JSON.stringify(results)}`;
    }),
  );
  const blobs = await Promise.all(
    (await service.files.list()).objects.map(
      async ({ key }) => `${key}: ${await (await service.files.get(key))?.text()}`,
    ),
  );
  const logs = JSON.stringify(service.logs());
  // It is looked for where things are.
  expect([rows.join().includes("Day 1"), answers.join().includes("********")]).toEqual([true, true]);
  const files = storedFiles();
  expect(files.filter((file) => file.includes(MARK)).length).toBeGreaterThan(0);
  const everything = { answers, rows, blobs, logs: [logs], files };
  const found = [...planted].flatMap(([what, text]) =>
    Object.entries(everything).flatMap(([where, texts]) =>
      texts
        .filter((each) =>
          [text, Buffer.from(text).toString("base64").replace(/=+$/, "")].some((form) => each.includes(form)),
        )
        .map(
          (each) =>
            `${what} in ${where}: ${each.slice(0, 80)} ... ${each.slice(Math.max(0, each.indexOf(text) - 60), each.indexOf(text) + 20)}`,
        ),
    ),
  );
  expect(found).toEqual([]);
}, 120_000);
