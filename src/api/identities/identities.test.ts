import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, clientWith, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";
import { present } from "../../domain/present.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { asPem, identityPem, makeCertificate, makeIdentity } from "../../signing/testing/make-identity.ts";
import { verifyPdf } from "../../signing/verify-pdf.ts";

let asa: Uint8Array;
let bo: Uint8Array;
let old: Uint8Array;

beforeAll(async () => {
  const root = await makeCertificate({ name: "Test Root" });
  const pemOf = async (name: string, validTo?: Date) =>
    identityPem(
      await makeIdentity(await makeCertificate({ name, issuer: root, ...(validTo ? { validTo } : {}) }), root),
    );
  asa = await pemOf("Åsa Notary");
  bo = await pemOf("Bo Clerk");
  old = await pemOf("Old Hand", new Date("2021-01-01T00:00:00Z"));
});

let call: ApiClient;
let authorization: string;
let workspaceId: string;
beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ authorization, workspaceId } = client.caller);
});

describe("signing identities", () => {
  it("are kept encrypted, and listed without their keys", async () => {
    const made = await call("POST", "/api/identities", { name: " Sales ", file: asa, password: "" });
    expect(made.status).toBe(200);
    expect(made.body).toEqual({
      id: expect.any(String),
      name: "Sales",
      subject: "CN=Åsa Notary",
      issuer: "CN=Test Root",
      serial_number: expect.stringMatching(/^[0-9a-f]+$/),
      fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
      valid_from: "2020-01-01T00:00:00.000Z",
      valid_to: "2040-01-01T00:00:00.000Z",
      expired: 0,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await call("GET", "/api/identities")).body).toEqual([made.body]);
    expect((await call("GET", `/api/identities/${made.body.id}`)).body).toEqual({ ...made.body, used_by: [] });
    const signature = { identity: "Sales" };
    await call("POST", "/api/documents", {
      name: "Letter",
      type: "html",
      html: "a",
      output: "pdf",
      settings: { signature },
    });
    expect((await call("GET", `/api/identities/${made.body.id}`)).body.used_by).toEqual(["Letter"]);

    const row = await env.DB.prepare("select * from signing_identities where id = ?").bind(made.body.id).first();
    const key = /-----BEGIN PRIVATE KEY-----\s+([^-]+)/.exec(Buffer.from(asa).toString())?.[1]?.slice(0, 40);
    expect(key).toHaveLength(40);
    const stored = Object.values(row ?? {}).map((value) => `${value} ${Buffer.from(String(value), "base64")}`);
    expect(stored.join().includes(key ?? "")).toBe(false);
    expect(stored.join()).not.toContain("privateKey");
  });

  it("sign by their name or id, until they are deleted", async () => {
    const { body } = await call("POST", "/api/identities", { name: "Sales", file: asa });
    const file = { name: "a.pdf", contents: Buffer.from(buildPages(1)).toString("base64") };
    const service = testService();
    const sign = (identity: string) =>
      service("/api/tools/sign_pdf", {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify({ file, identity }),
      });
    for (const named of ["Sales", body.id]) {
      const answer = await sign(named);
      expect(answer.status).toBe(200);
      const [report] = await verifyPdf(new Uint8Array(await answer.arrayBuffer()), {});
      expect(report).toMatchObject({ valid: true, signer: "Åsa Notary" });
    }
    const both = { file, identity: "Sales", certificate: { name: "a.pem", contents: asa } };
    expect((await call("POST", "/api/tools/sign_pdf", both)).body.code).toBe("file_ambiguous");
    expect((await call("POST", "/api/tools/sign_pdf", { file })).body.code).toBe("file_missing");

    expect((await call("DELETE", `/api/identities/${body.id}`)).body).toEqual({ success: "1" });
    const gone = await sign("Sales");
    expect([gone.status, (await gone.json<{ code: string }>()).code]).toEqual([422, "identity_missing"]);
    expect((await call("DELETE", `/api/identities/${body.id}`)).status).toBe(404);
  });

  it("are fifty at most", async () => {
    const { body } = await call("POST", "/api/identities", { name: "Sales", file: asa });
    const row = present(
      await env.DB.prepare("select * from signing_identities where id = ?")
        .bind(body.id)
        .first<Record<string, unknown>>(),
    );
    const insert = env.DB.prepare(
      `insert into signing_identities (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`,
    );
    const others = Array.from({ length: 49 }, (_, number) => ({
      ...row,
      id: `${row.id}-${number}`,
      name: `${number}`,
    }));
    await env.DB.batch(others.map((other) => insert.bind(...Object.values(other))));
    const refused = await call("POST", "/api/identities", { name: "One more", file: bo });
    expect([refused.status, refused.body.error]).toEqual([422, "A workspace keeps at most 50 signing identities."]);
    expect((await call("DELETE", `/api/identities/${row.id}-0`)).status).toBe(200);
    expect((await call("POST", "/api/identities", { name: "One more", file: bo })).status).toBe(200);
  });

  it("are renamed and renewed under their id", async () => {
    const { body } = await call("POST", "/api/identities", { name: "Sales", file: asa });
    await call("POST", "/api/identities", { name: "Law", file: bo });
    const blocks = Buffer.from(bo).toString();
    const at = blocks.indexOf("-----BEGIN CERT");
    const renewed = { private_key: blocks.slice(0, at), certificates: blocks.slice(at) };
    const changed = await call("PUT", `/api/identities/${body.id}`, { name: "Office", ...renewed });
    expect(changed.body).toMatchObject({ id: body.id, name: "Office", subject: "CN=Bo Clerk" });
    expect((await call("PUT", `/api/identities/${body.id}`, { name: "Law" })).body.code).toBe("name_taken");
    expect((await call("PUT", "/api/identities/none", { name: "Law" })).status).toBe(404);
  });

  it("are the workspace's own, and cannot be opened as another one's", async () => {
    const { body } = await call("POST", "/api/identities", { name: "Sales", file: asa });
    const other = await newClient();
    for (const method of ["GET", "PUT", "DELETE"]) {
      expect(
        (await other.call(method, `/api/identities/${body.id}`, method === "PUT" ? { name: "x" } : undefined)).status,
      ).toBe(404);
    }
    expect((await other.call("GET", "/api/identities")).body).toEqual([]);
    // a row that somebody moves does not open
    await env.DB.prepare("update signing_identities set workspace_id = ? where id = ?")
      .bind(other.caller.workspaceId, body.id)
      .run();
    const file = { name: "a.pdf", contents: Buffer.from(buildPages(1)).toString("base64") };
    expect((await other.call("POST", "/api/tools/sign_pdf", { file, identity: "Sales" })).body).toMatchObject({
      code: "identity_invalid",
      detail: expect.stringContaining("cannot be opened"),
    });
    expect(workspaceId).not.toBe(other.caller.workspaceId);
  });

  it("are refused where they could not sign", async () => {
    const refused = async (body: object) => (await call("POST", "/api/identities", { name: "x", ...body })).body.code;
    expect(await refused({})).toBe("file_missing");
    expect(await refused({ file: new Uint8Array(30) })).toBe("identity_invalid");
    expect(await refused({ file: old })).toBe("identity_expired");
    expect(await refused({ file: asa, private_key: asPem("PRIVATE KEY", new Uint8Array(9)) })).toBe("file_ambiguous");
    expect(
      await refused({
        certificates: Buffer.from(asa)
          .toString()
          .replace(/^[\s\S]*?(?=-----BEGIN CERT)/, ""),
      }),
    ).toBe("identity_invalid");
    await call("POST", "/api/identities", { name: "x", file: asa });
    expect(await refused({ file: bo })).toBe("name_taken");
    const keyless = clientWith(authorization, { SECRETS_KEY: "" });
    expect((await keyless("POST", "/api/identities", { name: "y", file: asa })).body).toMatchObject({
      code: "misconfigured",
      status: 503,
    });
  });
});
