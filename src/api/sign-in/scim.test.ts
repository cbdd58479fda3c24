import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { clientWith } from "../../../test/support/api-client.ts";
import { newMember } from "../../../test/support/members-of.ts";
import { countingLimit, testService } from "../../../test/support/test-service.ts";
import { createStore } from "../../store/store.ts";

/** The requests that Entra's and Okta's documentation of their provisioning shows, with addresses of this test. */

const send = testService();
const store = createStore(env);
const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

async function newDirectory() {
  const owner = await newMember("owner", "owner");
  const { body } = await clientWith(owner.authorization)("POST", "/api/directory", { role: "operator" });
  const call = async (method: string, path: string, body?: object) => {
    const response = await send(`/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/scim+json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape
      body: (text ? JSON.parse(text) : undefined) as any,
    };
  };
  const token = String(body.token);
  const roleOf = async (email: string) =>
    (await store.memberships.list(owner.workspaceId)).find((each) => each.email === email)?.role;
  return { ...owner, token, call, roleOf };
}

const entraUser = (name: string) => ({
  schemas: [USER, "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"],
  externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
  userName: `${name}@example.com`,
  active: true,
  emails: [{ primary: true, type: "work", value: `${name}@example.com` }],
  meta: { resourceType: "User" },
  name: { formatted: "Test User", familyName: "User", givenName: "Test" },
  roles: [],
});

describe("the log", () => {
  it("names the directory for each change of people, and no address", async () => {
    const { call, authorization } = await newDirectory();
    const { body: user } = await call("POST", "/Users", entraUser("logged"));
    const patch = (...operations: object[]) =>
      call("PATCH", `/Users/${user.id}`, { schemas: [PATCH], Operations: operations });
    await patch({ op: "Replace", path: 'emails[type eq "work"].value', value: "moved@example.com" });
    await patch({ op: "Replace", path: "displayName", value: "Renamed" });
    await patch({ op: "Replace", path: "active", value: "False" });
    await patch({ op: "Replace", path: "active", value: "False" });
    const { body } = await clientWith(authorization)("GET", "/api/audit");
    const entries = (body as { action: string; actor: { type: string } }[]).filter(
      ({ actor }) => actor.type === "directory",
    );
    expect(entries.map(({ action }) => action)).toEqual([
      "person.let_go",
      "person.renamed",
      "person.address_changed",
      "person.let_in",
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/logged@|moved@/);
    expect((await clientWith(authorization)("GET", "/api/audit/verify")).body).toMatchObject({ problems: [] });
  });
});

describe("Entra", () => {
  it("tests the connection, creates, finds, renames, and takes out", async () => {
    const { call, roleOf } = await newDirectory();
    const none = await call("GET", `/Users?filter=${encodeURIComponent('userName eq "non-existent user"')}`);
    expect([none.status, none.type, none.body]).toEqual([
      200,
      "application/scim+json",
      expect.objectContaining({ totalResults: 0, Resources: [] }),
    ]);

    const made = await call("POST", "/Users", entraUser("tu1"));
    expect(made).toMatchObject({
      status: 201,
      body: { userName: "tu1@example.com", active: true, displayName: "Test User" },
    });
    expect(await roleOf("tu1@example.com")).toBe("operator");
    const again = await call("POST", "/Users", entraUser("TU1"));
    expect([again.status, again.body.scimType]).toEqual([409, "uniqueness"]);

    const found = await call("GET", `/Users?filter=${encodeURIComponent('userName eq "TU1@example.com"')}`);
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: made.body.id }] });
    expect((await call("GET", `/Users/${made.body.id}`)).body.externalId).toBe(entraUser("x").externalId);
    expect((await call("GET", "/Users/5171a35d82074e068ce2")).status).toBe(404);

    const renamed = await call("PATCH", `/Users/${made.body.id}`, {
      schemas: [PATCH],
      Operations: [
        { op: "Replace", path: 'emails[type eq "work"].value', value: "updated@example.com" },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
      ],
    });
    expect(renamed).toMatchObject({ status: 200, body: { emails: [{ value: "updated@example.com" }] } });
    expect([await roleOf("tu1@example.com"), await roleOf("updated@example.com")]).toEqual([undefined, "operator"]);

    const disabled = await call("PATCH", `/Users/${made.body.id}`, {
      Operations: [{ op: "Replace", path: "active", value: "False" }],
      schemas: [PATCH],
    });
    expect(disabled).toMatchObject({ status: 200, body: { active: false } });
    expect(await roleOf("updated@example.com")).toBeUndefined();
    expect((await call("DELETE", `/Users/${made.body.id}`)).status).toBe(204);
  });
});

describe("a request", () => {
  it("is told what there is, and where", async () => {
    const { call } = await newDirectory();
    const config = await call("GET", "/ServiceProviderConfig");
    expect(config).toMatchObject({
      status: 200,
      type: "application/scim+json",
      body: { patch: { supported: true }, bulk: { supported: false }, filter: { supported: true, maxResults: 200 } },
    });
    const [type] = (await call("GET", "/ResourceTypes")).body.Resources;
    expect(type).toMatchObject({ id: "User", endpoint: "/Users", schema: USER });
    for (const path of ["", "/Groups", "/Schemas", "/Users/a/b"]) {
      const { status, body } = await call("GET", path);
      expect([path, status, body.status]).toEqual([path, 404, "404"]);
      expect(body.schemas).toEqual(["urn:ietf:params:scim:api:messages:2.0:Error"]);
      expect(body.detail).toBe("There is nothing at this address: users are at /scim/v2/Users.");
    }
  });

  it.each([
    ["{", 400, "invalidSyntax", "The body is not valid JSON."],
    [`{"a":"${"x".repeat(300_000)}"}`, 413, undefined, "The body is too large."],
  ])("is refused if its body is not one: %.9s", async (body, status, scimType, detail) => {
    const { token } = await newDirectory();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
    const answer = await send("/scim/v2/Users", { method: "POST", headers, body });
    expect([answer.status, await answer.json()]).toEqual([
      status,
      expect.objectContaining({ detail, status: String(status), ...(scimType ? { scimType } : {}) }),
    ]);
  });

  it("is refused by a wrong token, and not looked at any more after many", async () => {
    const limited = testService(undefined, { LOGIN_LIMIT: countingLimit(2) });
    const statuses = [];
    for (const authorization of ["Bearer of-another-directory-1", "Basic YTpi", "Bearer of-another-directory-2"]) {
      const answer = await limited("/scim/v2/Users", { headers: { authorization } });
      expect(answer.headers.get("content-type")).toBe("application/scim+json");
      const { status } = await answer.json<{ status: string }>();
      statuses.push([answer.status, status, answer.headers.get("www-authenticate")]);
    }
    expect(statuses).toEqual([
      [401, "401", "Bearer"],
      [401, "401", "Bearer"],
      [429, "429", null],
    ]);
  });
});

describe("Okta", () => {
  it("creates, reads, deactivates by PATCH without path, and activates by PUT", async () => {
    const { call, roleOf, workspaceId } = await newDirectory();
    const listed = await call("GET", "/Users?startIndex=1&count=2");
    expect(listed.body).toMatchObject({ startIndex: 1, itemsPerPage: 0, totalResults: 0 });
    const user = {
      schemas: [USER],
      userName: "test.user@okta.local.example",
      name: { givenName: "Test", familyName: "User" },
      emails: [{ primary: true, value: "test.user@okta.local.example", type: "work" }],
      displayName: "Test User",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const made = await call("POST", "/Users", user);
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.body)).not.toContain(user.password);

    const person = await store.persons.byEmail(workspaceId, user.userName);
    const key = await store.keys.create(workspaceId, "theirs", new Date(), { madeBy: person?.id ?? "" });
    const off = { schemas: [PATCH], Operations: [{ op: "replace", value: { active: false } }] };
    expect((await call("PATCH", `/Users/${made.body.id}`, off)).body.active).toBe(false);
    expect(await roleOf(user.userName)).toBeUndefined();
    expect((await store.lookUps.keys.findByKeyId(key.keyId))?.revokedAt).not.toBeNull();

    expect((await call("PUT", `/Users/${made.body.id}`, { ...user, id: made.body.id })).status).toBe(200);
    expect(await roleOf(user.userName)).toBe("operator");
  });
});

describe("a directory", () => {
  it("takes out nobody's last owner, moves no owner's address, and makes nobody an owner", async () => {
    const { call, roleOf, person } = await newDirectory();
    const made = await call("POST", "/Users", {
      ...entraUser("a"),
      userName: person.email,
      emails: [{ value: person.email }],
    });
    expect(await roleOf(person.email)).toBe("owner");
    const off = { schemas: [PATCH], Operations: [{ op: "replace", path: "active", value: false }] };
    expect(await call("PATCH", `/Users/${made.body.id}`, off)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("last owner") },
    });
    const moved = {
      schemas: [PATCH],
      Operations: [{ op: "replace", path: "emails", value: [{ value: "eve@example.com" }] }],
    };
    expect((await call("PATCH", `/Users/${made.body.id}`, moved)).status).toBe(409);
    expect([await roleOf(person.email), await roleOf("eve@example.com")]).toEqual(["owner", undefined]);
  });

  it("gives nobody the address of somebody else", async () => {
    const { call, roleOf, workspaceId } = await newDirectory();
    const email = `bea-${crypto.randomUUID()}@example.com`;
    const bea = await store.persons.findOrCreate(workspaceId, email, "Bea", new Date());
    await store.memberships.add(workspaceId, bea.id, "owner", [], new Date());
    const made = await call("POST", "/Users", entraUser("moving"));
    const moved = await call("PATCH", `/Users/${made.body.id}`, {
      schemas: [PATCH],
      Operations: [{ op: "Replace", path: 'emails[type eq "work"].value', value: email }],
    });
    expect(moved).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
    expect(moved.body.detail).toBe("Another person in the workspace has this address.");
    expect([await roleOf(email), await roleOf("moving@example.com")]).toEqual(["owner", "operator"]);
  });

  it("is disconnected once, and its people stay", async () => {
    const { call, authorization, roleOf } = await newDirectory();
    await call("POST", "/Users", entraUser("stays"));
    const asOwner = clientWith(authorization);
    expect((await asOwner("DELETE", "/api/directory")).body).toEqual({ success: "1" });
    expect((await call("GET", "/Users")).status).toBe(401);
    expect(await roleOf("stays@example.com")).toBe("operator");
    expect((await asOwner("GET", "/api/directory")).body).toMatchObject({ connected: 0, role: "", created_at: "" });
    expect((await asOwner("DELETE", "/api/directory")).body).toMatchObject({
      status: 404,
      error: "No directory is connected with your workspace.",
    });
  });

  it("is for one workspace, by a token that is shown once and replaced by the next", async () => {
    const [one, other] = [await newDirectory(), await newDirectory()];
    const made = await one.call("POST", "/Users", entraUser("b"));
    expect((await other.call("GET", `/Users/${made.body.id}`)).status).toBe(404);
    expect((await other.call("DELETE", `/Users/${made.body.id}`)).status).toBe(404);
    const asOwner = clientWith(one.authorization);
    expect((await asOwner("GET", "/api/directory")).body).not.toHaveProperty("token");
    await asOwner("POST", "/api/directory", { role: "viewer" });
    expect((await one.call("GET", "/Users")).status).toBe(401);
    expect(await one.roleOf("b@example.com")).toBe("operator");
  });
});
