import fs from "node:fs";
import path from "node:path";
import puppeteer from "puppeteer-core";
import type { TestProject } from "vitest/node";
import { type WholeService, wholeService } from "../support/servers/whole-service.ts";
import { KEY, MANY, SECRET } from "./credentials.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Root of the running service. */
    base: string;
    /** Where the browser takes commands. */
    browser: string;
    /** Folder of the files that flows upload, which the browser reads at any time. */
    uploads: string;
    /** The cookie of the session that the flows share, except for those about signing in. */
    session: SessionCookie;
  }
}

interface SessionCookie {
  name: string;
  value: string;
}

/** The Chromium that the set-up put in place. */
function chromium(): string {
  const ready = path.resolve(import.meta.dirname, "../../.docloom/chromium/ready.json");
  const { launcher } = JSON.parse(fs.readFileSync(ready, "utf8")) as { launcher: string };

  return launcher;
}

async function signIn(base: string): Promise<SessionCookie> {
  const response = await fetch(`${base}/api/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: base },
    body: JSON.stringify({ key: KEY, secret: SECRET }),
  });
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? [];
  if (!name || !value) throw new Error(`The sign-in was answered with ${response.status}: ${await response.text()}`);

  return { name, value };
}

/** A first merge, which starts the browser of the service: no flow waits for more than its own. @returns its document */
async function mergeOnce(base: string): Promise<number> {
  const headers = { authorization: `Basic ${btoa(`${KEY}:${SECRET}`)}`, "content-type": "application/json" };
  async function call(method: string, address: string, body = {}): Promise<Response> {
    const response = await fetch(`${base}${address}`, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`);

    return response;
  }
  const made = await call("POST", "/api/documents", {
    name: "First",
    type: "html",
    output: "pdf",
    html: "<p>First</p>",
  });
  const { id } = (await made.json()) as { id: string };
  await (await call("POST", `/api/documents/${id}/preview`)).arrayBuffer();

  return Number(id);
}

/** Documents like one that is there, more than any list reads at once; by name they come after those of the flows. */
async function makeMany(server: WholeService, like: number): Promise<void> {
  const { DB } = await server.worker<{ DB: { exec(statements: string): Promise<unknown> } }>().getEnv();
  const copied = "workspace_id, type, output, version_id, created_at, updated_at";
  const copies =
    `WITH RECURSIVE one(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < ${MANY}) INSERT INTO documents ` +
    `(name, search_text, key, key_sha256, ${copied}) SELECT printf('Zz many %04d', n), printf('zz many %04d', n), ` +
    `'many-' || n, 'many-' || n, ${copied} FROM documents, one WHERE id = ${like}`;
  await DB.exec(`${copies}\nUPDATE documents SET deleted_at = ${Date.now()} WHERE id = ${like}`);
}

/** One running service with its queues, one browser and one session, for all flows. */
export default async function startService({ provide }: TestProject): Promise<() => Promise<void>> {
  const settings = { API_KEY: KEY, API_SECRET: SECRET, LOCAL_MAILBOX: "1", OUTBOUND_ALLOW_LOOPBACK: "1" };
  const server = wholeService(settings);
  const { origin } = await server.listen();
  // All tabs of the console share one process and what it has compiled, as long as one of them is open: scripts are not parsed
  // ahead of that. A page lives for two seconds, in which to optimize its code takes longer than that code runs.
  const compiling = ["--disable-features=ScriptStreaming", "--js-flags=--no-maglev --no-turbofan"];
  const args = ["--no-sandbox", "--process-per-site", ...compiling];
  const browser = await puppeteer.launch({ executablePath: chromium(), headless: true, args });
  const [kept] = await browser.pages();
  const [first] = await Promise.all([mergeOnce(origin), kept?.goto(`${origin}/console/sign-in`)]);
  await makeMany(server, first);
  const uploads = fs.mkdtempSync(path.resolve(import.meta.dirname, "../../.docloom/uploads-"));
  provide("uploads", path.join(uploads, "/"));
  provide("base", origin);
  provide("browser", browser.wsEndpoint());
  provide("session", await signIn(origin));

  return async () => {
    await browser.close();
    await server.close();
    fs.rmSync(uploads, { recursive: true, force: true });
  };
}
