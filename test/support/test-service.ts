import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { createApp } from "../../src/app.ts";
import { textBox } from "../../src/domain/text-box.ts";
import type { Env } from "../../src/env.ts";
import type { Endpoint } from "../../src/http/endpoint.ts";
import { createStore } from "../../src/store/store.ts";
import { recordExchange } from "./exchanges.ts";

export const TEST_ORIGIN = "http://docloom.test";

/** Sends requests to the service (or to one of the given endpoints only), as tests inside workerd need it. */
export function testService(endpoints?: readonly Endpoint[], overrides: Partial<Env> = {}) {
  const answerOf = answeringService(endpoints, overrides);

  return async (path: string, init?: RequestInit): Promise<Response> => {
    const { response, settled } = await answerOf(path, init);
    await settled();

    return response;
  };
}

/** The same, for tests of what goes on after an answer: `settled` waits until that is over. */
export function answeringService(endpoints?: readonly Endpoint[], overrides: Partial<Env> = {}) {
  const app = createApp(endpoints);
  const bindings = { ...env, ...overrides } as Env;

  return async (path: string, init?: RequestInit) => {
    const context = createExecutionContext();
    const request = new Request(new URL(path, TEST_ORIGIN), init);
    const response = await app.fetch(request, bindings, context);
    if (!endpoints) await recordExchange(request, response);

    return { response, settled: () => waitOnExecutionContext(context) };
  };
}

/** Opens what is kept encrypted for a workspace. */
export const testBox = (workspaceId: string) => textBox((env as Env).SECRETS_KEY, workspaceId);

/** A new workspace with a key, and the Authorization header that goes with it. */
export async function testCaller() {
  const store = createStore(env);
  const workspace = await store.control.workspaces.create("Test", new Date());
  const { keyId, secret } = await store.keys.create(workspace.id, "test", new Date());

  return { workspaceId: workspace.id, keyId, secret, authorization: basic(keyId, secret) };
}

export function basic(keyId: string, secret: string): string {
  return `Basic ${Buffer.from(`${keyId}:${secret}`).toString("base64")}`;
}

/** A rate limit that refuses everything after `limit` calls, and remembers its keys. */
export function countingLimit(limit: number) {
  const keys: string[] = [];

  return {
    keys,
    async limit({ key }: { key: string }) {
      keys.push(key);
      return { success: keys.length <= limit };
    },
  };
}
