import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { clientWith, newClient } from "../../../test/support/api-client.ts";
import { clientOfKey, newMember } from "../../../test/support/members.ts";
import { testService } from "../../../test/support/test-service.ts";
import { createStore } from "../../store/store.ts";

let owner: Awaited<ReturnType<typeof newClient>>;
let workspaceId: string;
let documentId: string;
let address: string;

beforeAll(async () => {
  owner = await newClient();
  workspaceId = owner.caller.workspaceId;
  const { body } = await owner.call("POST", "/api/documents", { name: "D", type: "html", output: "html", html: "<p>" });
  documentId = body.id;
  address = new URL(body.url).pathname;
});

type Client = typeof owner.call;
const merged = async (call: Client, path = `/api/documents/${documentId}/merge?download=url`, headers = {}) => {
  const { status, headers: answered } = await call("POST", path, { Name: "Ann" }, { headers });
  expect(status).toBe(201);
  return answered.get("x-run-id") ?? "";
};
const askerOf = async (id: string, call = owner.call) => (await call("GET", `/api/runs/${id}`)).body.asked_by;

describe("a run says who asked for it", () => {
  it("a person, by the name of today", async () => {
    const member = await newMember(workspaceId, "operator");
    const id = await merged(member.call);
    const asker = { type: "person", id: member.personId, name: "A operator", via: "console" };
    expect(await askerOf(id)).toEqual(asker);

    await createStore(env).persons.rename(workspaceId, member.personId, "Erased 7");
    expect(await askerOf(id)).toEqual({ ...asker, name: "Erased 7" });
    const { body } = await owner.call("GET", "/api/runs?limit=1");
    expect(body[0]).toMatchObject({ id, asked_by: { ...asker, name: "Erased 7" } });
  });

  it("a person without a name, by the address as versions do; whoever may not see people gets no id", async () => {
    const member = await newMember(workspaceId, "operator");
    await createStore(env).persons.rename(workspaceId, member.personId, "");
    const id = await merged(member.call);
    const viewer = await newMember(workspaceId, "viewer");
    expect(await askerOf(id, viewer.call)).toEqual({ type: "person", id: "", name: member.email, via: "console" });
    const { body } = await viewer.call("GET", "/api/runs?limit=1");
    expect(body[0].asked_by).toMatchObject({ id: "", name: member.email });
  });

  it.each([
    ["docloom-cli/1", "command_line"],
    ["docloom-agent/1", "agent"],
    ["curl", "api"],
  ])("a key, by %s", async (agent, via) => {
    const id = await merged(owner.call, undefined, { "user-agent": agent });
    const { body: keys } = await owner.call("GET", "/api/keys");
    const [key] = keys;
    expect(await askerOf(id)).toEqual({ type: "key", id: key.id, name: key.name, via });
  });

  it("whoever has the merge address, now and later, and with many records", async () => {
    const asker = { type: "address", id: "", name: "", via: "api" };
    const outsider = clientWith(undefined);
    const now = await testService()(`${address}?download=1`, { method: "POST" });
    expect(now.status).toBe(201);
    expect(await askerOf(now.headers.get("x-run-id") ?? "")).toEqual(asker);
    expect(await askerOf(await merged(outsider, address))).toEqual(asker);
    const { body } = await outsider("POST", `${address}/batch`, { records: [{ Name: "Ann" }] });
    expect(await askerOf(body.run_id)).toEqual(asker);
  });

  it("of a failed merge, too", async () => {
    const broken = { name: "B", type: "html", output: "html", html: "{$Name|date_format:$nothing.x}{$A/0}" };
    const { body } = await owner.call("POST", "/api/documents", broken);
    const { status } = await owner.call("POST", `/api/documents/${body.id}/merge?download=url`, { A: 1 });
    const [run] = (await owner.call("GET", `/api/runs?document_id=${body.id}`)).body;
    expect([status < 500, run.asked_by.type]).toEqual([true, "key"]);
  });

  it("of the documents of a route and of a replay: who asked for the route, and for the replay", async () => {
    const operator = await newMember(workspaceId, "operator");
    const rules = [{ document_id: documentId }];
    const { body: route } = await owner.call("POST", "/api/routes", { name: "R", rules });
    const id = await merged(operator.call, `/api/routes/${route.id}/merge?download=url`);
    const { body: parts } = await owner.call("GET", `/api/runs?parent_id=${id}`);
    expect(parts).toMatchObject([{ source: "route", asked_by: { type: "person", id: operator.personId } }]);

    const kept = await owner.call("PUT", `/api/documents/${documentId}`, { retention_days: 1 });
    expect(kept.status).toBe(200);
    const first = await merged(operator.call);
    const { body: again } = await owner.call("POST", `/api/runs/${first}/replay`);
    expect(await askerOf(again.run_id)).toMatchObject({ type: "key" });
  });

  it("nobody for runs from before, and no name of another workspace", async () => {
    const id = await merged(owner.call);
    const other = await newMember((await newClient()).caller.workspaceId, "viewer");
    await env.DB.prepare("update runs set asked_by = json_object('type', 'person', 'id', ?, 'via', 'api') where id = ?")
      .bind(other.personId, id)
      .run();
    expect(await askerOf(id)).toMatchObject({ name: "" });
    await env.DB.prepare("update runs set asked_by = null where id = ?").bind(id).run();
    expect(await askerOf(id)).toBeNull();
  });

  it("a key that was revoked keeps its name", async () => {
    const call = await clientOfKey(workspaceId, {});
    const id = await merged(call);
    const { name, id: key } = await askerOf(id);
    expect((await owner.call("DELETE", `/api/keys/${key}`)).status).toBe(200);
    expect(await askerOf(id)).toMatchObject({ name, id: key });
  });
});
