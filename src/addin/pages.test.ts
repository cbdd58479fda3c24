import { describe, expect, it } from "vitest";
import { testService } from "../../test/support/test-service.ts";

const PAGE = '<!doctype html><meta name="csp-nonce" content=""><title>Docloom</title>';
const FILES: Record<string, string> = {
  "/addin/pane": PAGE,
  "/addin/sign-in": PAGE,
  "/addin/assets/a-1.js": "1",
  "/addin/icon-32.png": "icon",
};
const assets = {
  async fetch(input: RequestInfo | URL) {
    const content = FILES[new URL(String(input)).pathname];
    return new Response(content ?? "no", { status: content === undefined ? 404 : 200 });
  },
};
const send = testService(undefined, { ASSETS: assets as Fetcher });
const policyOf = (answer: Response) => answer.headers.get("content-security-policy") ?? "";

describe("pages of the add-in", () => {
  it("run their own files and office.js, and nothing else", async () => {
    for (const path of ["/addin/pane", "/addin/sign-in?code=a", "/addin/pane?_host_Info=Word$Win32$16.01$en-US"]) {
      const answer = await send(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html;charset=utf-8"]);
      const policy = policyOf(answer);
      expect(policy).toContain("script-src 'self' https://appsforoffice.microsoft.com;");
      expect(policy).not.toContain("unsafe");
      const nonce = /style-src 'self' 'nonce-([\w-]{36})'/.exec(policy)?.[1] ?? "";
      expect(await answer.text()).toContain(`<meta name="csp-nonce" content="${nonce}">`);
    }
  });

  it("are framed by Office, if they are the pane; the console never is", async () => {
    const pane = await send("/addin/pane");
    expect(policyOf(pane)).toMatch(/frame-ancestors [^;]*https:\/\/\*\.officeapps\.live\.com/);
    expect(policyOf(pane)).not.toMatch(/frame-ancestors [^;]*(?:'none'|\s\*\s|https:\s)/);
    expect(pane.headers.get("x-frame-options")).toBeNull();
    for (const path of ["/addin/sign-in", "/console"]) {
      const answer = await send(path);
      if (answer.ok) expect(policyOf(answer)).toContain("frame-ancestors 'none'");
      expect(answer.headers.get("x-frame-options")).toBe("DENY");
    }
  });

  it("have files; icons may be kept, as Office wants", async () => {
    const script = await send("/addin/assets/a-1.js");
    expect(script.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect((await send("/addin/icon-32.png")).headers.get("cache-control")).toBe("public, max-age=86400");
    for (const path of ["/addin/none.png", "/addin/none", "/addin/"]) expect((await send(path)).status).toBe(404);
    expect((await send("/addin/pane", { method: "POST" })).status).toBe(405);
  });
});
