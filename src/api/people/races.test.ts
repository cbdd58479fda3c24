import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { authorizationOfKey, type Member, newMember } from "../../../test/support/members.ts";
import { overtakenDatabase } from "../../../test/support/overtaken-database.ts";

let owner: ApiClient;
let workspaceId: string;
let documentId: string;
let demoted: Member;

beforeEach(async () => {
  const client = await newClient();
  owner = client.call;
  workspaceId = client.caller.workspaceId;
  documentId = (await owner("POST", "/api/documents", { name: "D", type: "html", html: "<p>" })).body.id;
  await newMember(workspaceId, "owner");
  demoted = await newMember(workspaceId, "owner");
});

/** A request of the one whose rights end while it is under way. */
async function overtaken(
  [method, path, body]: readonly [string, string, object?],
  happen: () => Promise<void>,
  authorization?: string,
) {
  const call = clientWith(authorization, { DB: overtakenDatabase(happen), LOCAL_MAILBOX: "1" });
  return await call(method, path, body, { headers: authorization ? {} : demoted.headers });
}

const demote = async () => {
  expect((await owner("PUT", `/api/people/${demoted.personId}`, { role: "viewer" })).status).toBe(200);
};
const letGo = async () => {
  expect((await owner("DELETE", `/api/people/${demoted.personId}`)).status).toBe(200);
};

describe("rights that end while a request is under way", () => {
  it("change nothing any more: no role, no person, no key, no document", async () => {
    const other = await newMember(workspaceId, "viewer");
    const changes = [
      ["PUT", `/api/people/${other.personId}`, { role: "owner" }],
      ["PUT", `/api/people/${demoted.personId}`, { role: "owner" }],
      ["DELETE", `/api/people/${other.personId}`],
      ["POST", "/api/invitations", { email: "eve@example.com", role: "owner" }],
      ["POST", "/api/keys", { name: "late" }],
      ["PUT", `/api/documents/${documentId}`, { html: "<p>late" }],
      ["POST", "/api/documents", { name: "late", type: "html", html: "<p>" }],
      ["DELETE", `/api/documents/${documentId}`],
    ] as const;
    for (const change of changes) {
      demoted = await newMember(workspaceId, "owner");
      const own = change[1].includes("/people/") && change[2] && change[1] !== `/api/people/${other.personId}`;
      const asked = own ? (["PUT", `/api/people/${demoted.personId}`, { role: "owner" }] as const) : change;
      const { status, body } = await overtaken(asked, demote);
      expect([asked[0], asked[1], status, body.code]).toEqual([asked[0], asked[1], 403, "not_allowed"]);
      const people = (await owner("GET", "/api/people")).body as { id: string; role: string }[];
      expect(people.find(({ id }) => id === demoted.personId)?.role).toBe("viewer");
      expect(people.find(({ id }) => id === other.personId)?.role).toBe("viewer");
    }
    expect((await owner("GET", "/api/invitations")).body).toEqual([]);
    expect(JSON.stringify((await owner("GET", "/api/keys")).body)).not.toContain("late");
    expect((await owner("GET", "/api/documents")).body).toHaveLength(1);
    const { body: log } = await owner("GET", "/api/audit/verify");
    expect(log).toMatchObject({ intact: true });
  });

  it("of somebody who is let go: what they had begun is not written", async () => {
    const { status } = await overtaken(["PUT", `/api/documents/${documentId}`, { name: "late" }], letGo);
    expect(status).toBe(403);
    expect((await owner("GET", `/api/documents/${documentId}`)).body.name).toBe("D");
  });

  it("go on where something else was changed meanwhile", async () => {
    const rename = async () => void (await owner("PUT", `/api/documents/${documentId}`, { output_name: "other" }));
    const { status } = await overtaken(["PUT", `/api/documents/${documentId}`, { name: "mine" }], rename);
    expect(status).toBe(200);
    expect((await owner("GET", `/api/documents/${documentId}`)).body).toMatchObject({
      name: "mine",
      output_name: "other",
    });
  });
});

describe("a key that is made a second before its maker is let go", () => {
  const keyOf = () => authorizationOfKey(workspaceId, { madeBy: demoted.personId });

  it("ends with them, also while a request of it is under way", async () => {
    const authorization = await keyOf();
    expect((await clientWith(authorization)("GET", "/api/documents")).status).toBe(200);
    const change = ["PUT", `/api/documents/${documentId}`, { name: "late" }] as const;
    expect((await overtaken(change, letGo, authorization)).status).toBe(403);
    expect((await owner("GET", `/api/documents/${documentId}`)).body.name).toBe("D");
    expect((await clientWith(authorization)("GET", "/api/documents")).status).toBe(401);
  });

  it("makes no other key that would outlive it", async () => {
    const authorization = await keyOf();
    const made = await overtaken(["POST", "/api/keys", { name: "heir" }], letGo, authorization);
    expect(made.status).toBe(403);
    const keys = (await owner("GET", "/api/keys?status=active")).body as { name: string }[];
    expect(keys.map(({ name }) => name)).not.toContain("heir");
  });

  it("goes on where an heir gets it", async () => {
    const heir = await newMember(workspaceId, "owner");
    const authorization = await keyOf();
    const giveAway = async () => {
      const path = `/api/people/${demoted.personId}?keys_to=${heir.personId}`;
      expect((await owner("DELETE", path)).status).toBe(200);
    };
    const change = ["PUT", `/api/documents/${documentId}`, { name: "on" }] as const;
    expect((await overtaken(change, giveAway, authorization)).status).toBe(200);
  });

  it("is not made by a request that comes second, in whatever order of many at once", async () => {
    const make = () => demoted.call("POST", "/api/keys", { name: "at once" });
    const answers = await Promise.all([make(), make(), letGo(), make(), make()]);
    const keys = (await owner("GET", "/api/keys?status=active")).body as { name: string }[];
    expect(keys.filter(({ name }) => name === "at once")).toEqual([]);
    expect(answers.every((answer) => !answer || [200, 401, 403].includes(answer.status))).toBe(true);
  });
});
