import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { newClient } from "../../../test/support/api-client.ts";
import { countingLimit, testService } from "../../../test/support/test-service.ts";
import { hashPassword } from "../../delivery/password-hash.ts";
import { present } from "../../domain/present.ts";
import type { Env } from "../../env.ts";
import { failing } from "../../merge/testing/faulty-services.ts";
import type { LinkOptions } from "../../store/links.ts";
import { createStore } from "../../store/store.ts";

const service = testService(undefined, { LOGIN_LIMIT: countingLimit(1_000) });
const BROWSER = { accept: "text/html,application/xhtml+xml" };
const PASSWORD = "größe 7";

let workspaceId: string;
let runId: string;
let passwordHash: string;
beforeAll(async () => {
  const { call, caller } = await newClient();
  ({ workspaceId } = caller);
  const members = { name: "Contract of Ann", type: "html", output: "html", html: "<p>{$Name}</p>" };
  const { body } = await call("POST", "/api/documents", members);
  const merged = await service(`${new URL(body.url).pathname}?download=1`, { method: "POST", body: "Name=Ann" });
  runId = present(merged.headers.get("x-run-id"));
  passwordHash = await hashPassword(PASSWORD);
});

/** The path of a new link to the merged file. */
async function newLink(options: LinkOptions, seconds = 60): Promise<string> {
  const until = new Date(Date.now() + seconds * 1_000);
  return `/files/${await createStore(env).links.create(workspaceId, { runId, position: 0 }, until, options)}`;
}

async function ask(path: string, { by = {}, ...init }: RequestInit & { by?: Record<string, string> }, from = service) {
  const response = await from(path, { ...init, headers: by });
  return { status: response.status, headers: response.headers, text: await response.text() };
}
const look = (path: string, by: Record<string, string> = BROWSER) => ask(path, { by });
const open = (path: string, password = "", by: Record<string, string> = {}, from = service) =>
  ask(path, { method: "POST", body: new URLSearchParams({ password }), by }, from);

describe("a link with a password", () => {
  it("shows a page that asks for it, names no file and lets nothing else be loaded", async () => {
    const { status, headers, text } = await look(await newLink({ passwordHash }));
    expect([status, headers.get("content-type")]).toEqual([200, "text/html;charset=utf-8"]);
    expect(text).toContain("A file was sent to you");
    expect(text).toMatch(
      /<form method="post"[^>]*>\s*<label for="password">Password<\/label>\s*<input id="password" name="password" type="password" required/,
    );
    expect(text).not.toMatch(/Contract|Ann|role="alert"|downloaded once/);
    expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]{43}='/);
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect([headers.get("content-disposition"), headers.get("set-cookie")]).toEqual([null, null]);
  });

  it("gives the file for it, each time, in whatever spelling a device types it", async () => {
    const path = await newLink({ passwordHash });
    for (const typed of [PASSWORD, ` ${PASSWORD.normalize("NFD")}\t`]) {
      const { status, headers, text } = await open(path, typed, BROWSER);
      expect([status, text]).toEqual([200, "<p>Ann</p>"]);
      expect(headers.get("content-disposition")).toContain('attachment; filename="Contract of Ann.html"');
      expect(headers.get("content-length")).toBe("10");
    }
  });

  it("says that another one is wrong: to people on the page, to programs as a problem", async () => {
    const path = await newLink({ passwordHash });
    const page = await open(path, "guessed", BROWSER);
    expect([page.status, page.headers.get("content-type")]).toEqual([403, "text/html;charset=utf-8"]);
    expect(page.text).toContain('<p class="problem" role="alert">The password is wrong.</p>');
    expect(page.text).toContain('name="password"');
    const problem = await open(path, "guessed");
    expect([problem.status, JSON.parse(problem.text).code]).toEqual([403, "wrong_password"]);
    expect((await open(path)).status).toBe(403);
  });

  it("is blocked for a quarter of an hour after five wrong ones in a row, for the right one, too", async () => {
    const path = await newLink({ passwordHash });
    const guess = async (times: number) => {
      for (let time = 0; time < times; time++) expect((await open(path, "guessed")).status).toBe(403);
    };
    await guess(4);
    expect((await open(path, PASSWORD)).status).toBe(200);
    await guess(5);
    const blocked = await open(path, PASSWORD);
    expect([blocked.status, blocked.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(JSON.parse(blocked.text).error).toBe("Too many wrong passwords: this link is blocked for 15 minutes.");
    const page = await open(path, PASSWORD, BROWSER);
    expect([page.status, page.headers.get("retry-after")]).toEqual([429, "900"]);
    expect(page.text).toContain("blocked for 15 minutes");

    await env.DB.prepare("update links set locked_until = ? where run_id = ? and locked_until is not null")
      .bind(Date.now() - 1, runId)
      .run();
    expect((await open(path, PASSWORD)).status).toBe(200);
  });

  it("takes so many passwords from one address, whatever the links are", async () => {
    const LOGIN_LIMIT = countingLimit(2);
    const limited = testService(undefined, { LOGIN_LIMIT, CLIENT_ADDRESS_HEADER: "cf-connecting-ip" });
    const by = { "cf-connecting-ip": "192.0.2.7" };
    const answers = [];
    for (let link = 0; link < 3; link++)
      answers.push(await open(await newLink({ passwordHash }), "guessed", by, limited));
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 429]);
    expect(new Set(LOGIN_LIMIT.keys)).toEqual(new Set(["file:192.0.2.7"]));
  });
});

describe("a link that works once", () => {
  it("gives the file once, to who presses the button; who only looks uses nothing up", async () => {
    const path = await newLink({ once: true });
    for (const method of ["GET", "HEAD", "GET"]) expect((await ask(path, { method, by: BROWSER })).status).toBe(200);
    const { text } = await look(path);
    expect(text).toContain("The file can be downloaded once.");
    expect(text).toContain('<button type="submit">Download</button>');
    expect(text).not.toContain('name="password"');

    expect((await open(path, "", BROWSER)).text).toBe("<p>Ann</p>");
    const again = await open(path, "", BROWSER);
    expect([again.status, again.headers.get("content-type")]).toEqual([404, "text/html;charset=utf-8"]);
    expect(again.text).toContain("the link worked only once and was used already");
    expect(JSON.parse((await open(path)).text).code).toBe("link_expired");
    expect((await look(path)).status).toBe(404);
  });

  it("gives the file to one of two who press it at the same time", async () => {
    const path = await newLink({ once: true });
    const answers = await Promise.all([open(path), open(path), open(path, "", BROWSER)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    expect(answers.filter(({ text }) => text === "<p>Ann</p>")).toHaveLength(1);
  });

  it("asks for the password first, if it has one: a wrong one does not use it up", async () => {
    const path = await newLink({ once: true, passwordHash });
    expect((await look(path)).text).toMatch(/name="password"[\s\S]*The file can be downloaded once/);
    expect((await open(path, "guessed")).status).toBe(403);
    expect((await open(path, PASSWORD)).status).toBe(200);
    expect((await open(path, PASSWORD)).status).toBe(404);
  });

  it("is not used up by a file that cannot be read", async () => {
    const path = await newLink({ once: true });
    const FILES = failing<Env["FILES"]>(env.FILES, "get", () => true);
    expect((await open(path, "", {}, testService(undefined, { FILES }))).status).toBe(500);
    expect((await open(path)).text).toBe("<p>Ann</p>");
  });
});

describe("a link without either", () => {
  it("gives the file to who follows it, until its time is over", async () => {
    const path = await newLink({});
    for (const by of [BROWSER, {}]) expect((await look(path, by)).text).toBe("<p>Ann</p>");
    expect((await look(await newLink({}, -1))).text).toContain("This link has expired");
  });
});
