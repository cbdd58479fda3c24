import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { clientOfKey, newMember } from "../../../test/support/members.ts";

let call: ApiClient;
let workspaceId: string;
const ids: Record<string, string> = {};

const FOLDERS = ["", "Sales", "HR", "HR/Open"];

beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  workspaceId = client.caller.workspaceId;
  for (const folder of FOLDERS) {
    const document = { name: `in ${folder || "none"}`, type: "html", html: "a", folder };
    ids[folder] = (await call("POST", "/api/documents", document)).body.id;
  }
});

const names = async (client: ApiClient, path: string) =>
  (await client("GET", path)).body.map(({ name }: { name: string }) => name);

describe("a member's folders", () => {
  it("decide what is there", async () => {
    const { call: own } = await newMember(workspaceId, "viewer", { Sales: "editor", HR: null, "HR/Open": "viewer" });

    expect(await names(own, "/api/documents")).toEqual(["in none", "in Sales", "in HR/Open"]);
    expect((await own("GET", `/api/documents/${ids.HR}`)).status).toBe(404);
    expect((await own("GET", `/api/documents/${ids["HR/Open"]}`)).status).toBe(200);
    expect((await own("PUT", `/api/documents/${ids.Sales}`, { name: "b" })).status).toBe(200);
    expect((await own("PUT", `/api/documents/${ids[""]}`, { name: "b" })).status).toBe(404);
    expect((await own("POST", `/api/documents/${ids.HR}/copy`, { name: "c" })).status).toBe(404);
    expect((await own("POST", `/api/documents/${ids.HR}/key`, {})).status).toBe(404);
  });

  it("are where they may write, and no others", async () => {
    const { call: own } = await newMember(workspaceId, "viewer", { Sales: "editor", HR: null });
    const write = async (folder: string) =>
      (await own("POST", "/api/documents", { name: "n", type: "html", html: "a", folder })).status;

    expect(await write("Sales/New")).toBe(200);
    for (const folder of ["", "HR", "HR/Open", "HR/Nowhere", "Elsewhere"]) expect(await write(folder)).toBe(404);
    expect((await own("PUT", `/api/documents/${ids.Sales}`, { folder: "HR" })).status).toBe(404);
  });

  it("hide the runs of what is in them, and what is counted", async () => {
    for (const folder of ["Sales", "HR"]) await call("POST", `/api/documents/${ids[folder]}/merge`, { data: {} });
    await env.DB.prepare("update runs set status = 'done' where workspace_id = ?").bind(workspaceId).run();
    const { call: own } = await newMember(workspaceId, "operator", { HR: null });

    const runs = (await own("GET", "/api/runs")).body;
    expect(runs.map((run: { document_id: string }) => String(run.document_id))).toEqual([ids.Sales]);
    const [hidden] = (await call("GET", `/api/runs?document_id=${ids.HR}`)).body;
    for (const path of ["", "/data", "/files/0", "/receipt"])
      expect((await own("GET", `/api/runs/${hidden.id}${path}`)).status).toBe(404);
    expect((await own("POST", `/api/runs/${hidden.id}/replay`, {})).status).toBe(404);
    const [total] = (await own("GET", "/api/usage?by=total")).body;
    expect(total.merges).toBe(1);
  });
});

describe("roles", () => {
  it.each([
    ["viewer", "run:data", 403],
    ["auditor", "document:read", 403],
    ["operator", "document:write", 403],
  ] as const)("%s is told which right is missing: %s", async (role, right, status) => {
    const { call: own } = await newMember(workspaceId, role);
    const asked = {
      "run:data": () => own("GET", `/api/documents/${ids[""]}/samples`),
      "document:read": () => own("GET", "/api/documents"),
      "document:write": () => own("PUT", `/api/documents/${ids[""]}`, { name: "b" }),
    }[right];

    const { status: answered, body } = await asked();
    expect(answered).toBe(status);
    expect(body).toMatchObject({ code: "not_allowed", error: expect.stringContaining(right) });
  });

  it("are shown to who asks who they are", async () => {
    const { call: own, personId } = await newMember(workspaceId, "viewer", { Sales: "operator" });
    const { body } = await own("GET", "/api/user");

    expect(body).toMatchObject({ person_id: personId, name: "A viewer", rights: expect.arrayContaining(["run:read"]) });
    expect(body.folders).toEqual([{ path: "Sales", rights: expect.arrayContaining(["merge"]) }]);
  });
});

describe("keys", () => {
  it("may what they were made for", async () => {
    const own = await clientOfKey(workspaceId, { rights: ["merge"] });

    expect((await own("POST", `/api/documents/${ids[""]}/merge`, { data: {} })).status).toBe(201);
    expect((await own("GET", "/api/documents")).status).toBe(403);
  });

  it("end when they expire", async () => {
    const own = await clientOfKey(workspaceId, { expiresAt: new Date(Date.now() - 1) });

    expect((await own("GET", "/api/user")).status).toBe(401);
  });

  it("never make wider ones", async () => {
    const folders = (await call("GET", "/api/folders")).body;
    const idOf = (path: string) => folders.find((folder: { name: string }) => folder.name === path).id;
    const own = await clientOfKey(workspaceId, {
      rights: ["key:manage", "document:read", "merge"],
      folders: [idOf("HR")],
      expiresAt: new Date(Date.now() + 60_000),
    });
    const make = async (terms: object) => (await own("POST", "/api/keys", { name: "a", ...terms })).status;

    expect(await make({})).toBe(200);
    expect(await make({ rights: ["merge"], folders: [idOf("HR/Open")] })).toBe(200);
    expect(await make({ rights: ["document:write"] })).toBe(403);
    expect(await make({ folders: [idOf("Sales")] })).toBe(404);
    expect(await make({ expires_at: new Date(Date.now() + 120_000).toISOString() })).toBe(403);
    expect((await own("POST", "/api/keys", { name: "a", rights: ["everything"] })).status).toBe(422);
  });
});
