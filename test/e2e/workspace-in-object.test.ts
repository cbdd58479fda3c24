import { afterAll, beforeAll, expect, it } from "vitest";
import { operatorService } from "../../scripts/operator-service.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "../support/servers/first-credentials.ts";
import { wholeService } from "../support/servers/whole-service.ts";

const SECRETS_KEY = Buffer.alloc(32, 9).toString("base64");
const server = wholeService({ ...FIRST_CREDENTIALS, SECRETS_KEY, NEW_WORKSPACES: "objects" });
let origin: string;

beforeAll(async () => {
  ({ origin } = await server.listen());
});

afterAll(async () => {
  await server.close();
});

/** What is asked of D1 here. */
interface CountingDatabase {
  prepare(statement: string): { first(column: string): Promise<unknown> };
}

const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
  const response = await server.fetch(path, {
    method,
    headers: { authorization: AUTHORIZATION, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

it("keeps the first workspace in an object: document, merges now and by the queue, log, sign-in", async () => {
  const { id } = (await send("GET", "/api/account")).body as { id: string };
  expect(id).toMatch(/^o[0-9a-z]{23}$/);
  const { DB } = await server.worker<{ DB: CountingDatabase }>().getEnv();
  expect(await DB.prepare("select count(*) as n from workspaces").first("n")).toBe(0);

  const document = { name: "Letter", type: "html", output: "html", html: "<p>Dear {$Name}</p>" };
  const { url } = (await send("POST", "/api/documents", document)).body as { url: string };
  const address = new URL(url).pathname;
  const merge = (query: string) =>
    server.fetch(`${address}${query}`, { method: "POST", body: new URLSearchParams({ Name: "Ann" }) });
  expect(await (await merge("?download=1")).text()).toContain("Dear Ann");

  const runId = (await merge("")).headers.get("x-run-id");
  const run = async () => (await send("GET", `/api/runs/${runId}`)).body as { status: string };
  await expect.poll(async () => (await run()).status, { timeout: 30_000, interval: 200 }).toBe("done");

  const actions = ((await send("GET", "/api/audit")).body as { action: string }[]).map(({ action }) => action);
  expect(actions).toContain("document.created");

  const own = { origin, "sec-fetch-site": "same-origin" };
  const credentials = { key: FIRST_CREDENTIALS.API_KEY, secret: FIRST_CREDENTIALS.API_SECRET };
  const opened = await send("POST", "/api/sessions", credentials, own);
  expect(opened.status).toBe(200);
  const cookie = opened.headers.get("set-cookie")?.split(";")[0] ?? "";
  const seen = await server.fetch("/api/account", { headers: { ...own, cookie } });
  expect(await seen.json()).toMatchObject({ id });
});

it("lets the command line make keys and links of it, and nobody who has another secret", async () => {
  const { id } = (await send("GET", "/api/account")).body as { id: string };
  const address = origin.toString();
  const ask = operatorService({ address, secretsKey: SECRETS_KEY, isRemote: false });
  const { key, secret } = (await ask({ do: "make_key", workspace: id })) ?? {};
  const authorization = `Basic ${btoa(`${key}:${secret}`)}`;
  expect((await send("GET", "/api/account", undefined, { authorization })).body).toMatchObject({ id });

  const { token } = (await ask({ do: "make_sign_in_link" })) ?? {};
  const own = { origin: new URL(address).origin, "sec-fetch-site": "same-origin" };
  const signIn = () =>
    server.fetch("/api/sessions", {
      method: "POST",
      headers: { ...own, "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
  expect((await signIn()).status).toBe(200);
  expect((await signIn()).status).toBe(401);

  expect(await ask({ do: "revoke_key", key: key ?? "" })).toEqual({ is_revoked: true });
  expect((await send("GET", "/api/account", undefined, { authorization })).status).toBe(401);
  const other = operatorService({ address, secretsKey: btoa("x".repeat(32)), isRemote: false });
  await expect(other({ do: "list_keys" })).rejects.toThrow("its SECRETS_KEY is another one");
});
