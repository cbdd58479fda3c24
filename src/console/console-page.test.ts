import { describe, expect, it } from "vitest";
import { testService } from "../../test/support/test-service.ts";

const PAGE =
  '<!doctype html><meta name="csp-nonce" content=""><script type="module" src="/console/assets/a.js"></script>';
const FILES: Record<string, string> = {
  "/console/": PAGE,
  "/console/assets/a-1.js": "1",
  "/console/icon.svg": "<svg/>",
};

/** The files that the set-up builds, as the Worker gets them. */
const assets = {
  async fetch(input: RequestInfo | URL) {
    const content = FILES[new URL(String(input)).pathname];
    return new Response(content ?? "no", { status: content === undefined ? 404 : 200 });
  },
};
const send = testService(undefined, { ASSETS: assets as Fetcher });

describe("the console's page", () => {
  it.each(["/console", "/console/", "/console/documents/12", "/console/index.html"])(
    "is answered at %s",
    async (path) => {
      const answer = await send(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe("text/html;charset=utf-8");
      expect(await answer.text()).toContain("/console/assets/a.js");
    },
  );

  it("runs its own files only, and cannot be framed by anybody", async () => {
    const [first, second] = [await send("/console"), await send("/console")];
    const policy = first.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(first.headers.get("x-frame-options")).toBe("DENY");
    expect(first.headers.get("x-content-type-options")).toBe("nosniff");

    const nonce = /style-src 'self' 'nonce-([\w-]{36})'/.exec(policy)?.[1] ?? "";
    expect(await first.text()).toContain(`<meta name="csp-nonce" content="${nonce}">`);
    expect(second.headers.get("content-security-policy")).not.toContain(nonce);
  });

  it("keeps to itself, except where an application's sign-in goes through: its window has to find back", async () => {
    const openerPolicy = async (path: string) => (await send(path)).headers.get("cross-origin-opener-policy");
    for (const path of ["/console", "/console/documents/1", "/console/authorized"])
      expect(await openerPolicy(path)).toBe("same-origin");
    for (const path of ["/console/authorize?client_id=a", "/console/sign-in"])
      expect(await openerPolicy(path)).toBeNull();
  });

  it("has files, kept for ever where their names say what is in them", async () => {
    const script = await send("/console/assets/a-1.js");
    expect(await script.text()).toBe("1");
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await send("/console/icon.svg")).headers.get("cache-control")).toBe("no-cache");

    const missing = await send("/console/assets/b.js");
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ code: "not_found" });
  });

  it("only reads", async () => {
    const answer = await send("/console/sign-in", { method: "POST" });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
  });
});

describe("the root", () => {
  it("leads people to the console", async () => {
    const answer = await send("/", { headers: { accept: "text/html,application/xhtml+xml" }, redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/console");
  });

  it("tells programs where everything is", async () => {
    const answer = await send("/");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      name: "Docloom",
      openapi: expect.stringMatching(/\/api\/openapi\.json$/),
    });
  });
});
