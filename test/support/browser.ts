import type { Env } from "../../src/env.ts";
import type { Answer } from "./api-client.ts";
import { TEST_ORIGIN, testService } from "./test-service.ts";

/** A browser that has a page of the service open: it keeps cookies, and says where its requests come from. */
export function newBrowser(overrides: Partial<Env> = {}) {
  const send = testService(undefined, overrides);
  const cookies = new Map<string, string>();

  async function ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await send(path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        origin: TEST_ORIGIN,
        "sec-fetch-site": "same-origin",
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  return {
    cookies,
    get: (path: string, headers?: Record<string, string>) => ask("GET", path, undefined, headers),
    post: (path: string, body: object = {}, headers?: Record<string, string>) => ask("POST", path, body, headers),
    put: (path: string, body: object) => ask("PUT", path, body),
    delete: (path: string) => ask("DELETE", path),
  };
}
