import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createStore } from "../../src/store/store.ts";
import { type ApiClient, clientWith, newClient } from "../support/api-client.ts";
import { BODIES, fill, newOwner, type Owned, snapshot } from "../support/confidential-workspace.ts";
import { OPERATIONS } from "../support/described-operations.ts";
import { basic, countingLimit, testCaller } from "../support/test-service.ts";

/** Interface 5: every endpoint that needs credentials, walked without them, with wrong ones and with another's. */

const guarded = OPERATIONS.filter(({ bySession }) => bySession).map(({ method, path }) => [method, path]);

/** Streams do not end; their own tests look at what they show. */
const STREAMS = new Set(["/api/runs/stream"]);

/** Failed logins are limited by address, and this file makes many. */
const PATIENT = { LOGIN_LIMIT: countingLimit(Number.POSITIVE_INFINITY) };

let owner: Owned;
let before: unknown;
/** Credentials that are refused, whatever is asked for with them. */
let refused: string[];
beforeAll(async () => {
  owner = await newOwner();
  before = await snapshot(owner);
  const known = await testCaller();
  const revoked = await testCaller();
  await createStore(env).keys.revoke(revoked.workspaceId, revoked.keyId, new Date());
  refused = [basic(known.keyId, "wrong"), basic("dk_unknown", known.secret), revoked.authorization, basic("", "")];
});

/** Calls an endpoint with the owner's ids and a body that would succeed. */
function sendTo(call: ApiClient, method: string, path: string) {
  const body = BODIES[`${method} ${path}`];
  const hasBody = method !== "GET" && method !== "DELETE";
  return call(method, fill(path, owner), hasBody ? (body ?? {}) : undefined);
}

describe.each(guarded)("%s %s", (method = "", path = "") => {
  const send = (call: ApiClient) => sendTo(call, method, path);

  it("asks for credentials if there are none", async () => {
    const { status, headers, body } = await send(clientWith(undefined, PATIENT));
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Basic realm=/);
    expect(body).toMatchObject({ code: "unauthorized", error: expect.any(String), status: 401 });
    expect(body).not.toHaveProperty("success");
  });

  it("refuses a wrong secret, an unknown key and a revoked key alike", async () => {
    const answers = [];
    for (const authorization of refused) {
      answers.push(await send(clientWith(authorization, PATIENT)));
    }

    for (const { status, headers, body } of answers) {
      expect(status).toBe(401);
      expect(headers.get("www-authenticate")).toBeNull();
      expect(body).toMatchObject({ code: "invalid_credentials", error: answers[0]?.body.error });
    }
  });
});

describe.each(guarded.filter(([, path = ""]) => !STREAMS.has(path)))(
  "%s %s of another workspace",
  (method = "", path = "") => {
    it("neither shows nor changes what belongs to another workspace", async () => {
      const outsider = await newClient();
      const { status, body } = await sendTo(outsider.call, method, path);

      if (path.includes(":")) expect({ status, success: body?.success }).toEqual({ status: 404, success: undefined });
      expect(JSON.stringify(body ?? "")).not.toMatch(/confidential/i);
      expect(await snapshot(owner)).toEqual(before);
    });
  },
);

describe("credentials", () => {
  it("are checked before the method and the body of a known path", async () => {
    const call = clientWith(undefined);
    expect((await call("PATCH", "/api/documents")).status).toBe(401);
    expect((await call("POST", "/api/documents", { type: "nothing" })).status).toBe(401);
  });

  it("are ignored on merge addresses", async () => {
    const { body: document } = await owner.call("GET", `/api/documents/${owner.ids.id}`);
    const path = `/merge/${document.id}/${document.key}x`;
    const anonymous = await clientWith(undefined)("POST", path, {});
    const wrong = await clientWith(basic("dk_unknown", "wrong"))("POST", path, {});
    expect([anonymous.status, wrong.status]).toEqual([404, 404]);
    expect(wrong.body.error).toBe("Sorry, but a document was not selected!");
  });
});
