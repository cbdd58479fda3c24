import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { encryptPdfTool } from "../../src/api/tools/encrypt-pdf.ts";
import { runTool } from "../../src/api/tools/endpoints/run-tool.ts";
import { placeSecrets, withSecretsApart } from "../../src/api/tools/secret-members.ts";
import { present } from "../../src/domain/present.ts";
import { executeQueued } from "../../src/merge/execute-queued.ts";
import { faultyServices } from "../../src/merge/testing/faulty-services.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { shownText } from "../../src/pdf/extract/shown-text.ts";
import { buildPages } from "../../src/pdf/testing/build-file.ts";
import { newClient } from "../support/api-client.ts";
import { paragraph, wordDocument } from "../support/office-files.ts";
import { testService } from "../support/test-service.ts";

/** Wire "Beyond the listed endpoints": work that is done later keeps passwords and keys to itself. */

let client: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  client = await newClient();
});

const later = { headers: { prefer: "respond-async" } };
const PDF = Buffer.from(buildPages(1)).toString("base64");
const PLANTED = "planted-4711";

async function finish(runId: string): Promise<void> {
  const services = faultyServices();
  await executeQueued({ ...services, runTool: runTool(services) }, client.caller.workspaceId, runId);
}

/** Every row that tells of a run, as text. */
async function rowsOf(runId: string): Promise<string> {
  const { results } = await env.DB.prepare("select * from runs where id = ?").bind(runId).all();
  const outbox = await env.DB.prepare("select * from outbox where run_id = ?").bind(runId).all();
  return JSON.stringify([results, outbox.results]);
}

describe("a file tool that works later", () => {
  it("encrypts with passwords that are nowhere in clear while it waits, and gone when it is done", async () => {
    const { body } = await client.call(
      "POST",
      "/api/tools/encrypt_pdf",
      { file: { name: "a.pdf", contents: PDF }, user_password: PLANTED, password: `owner-${PLANTED}` },
      later,
    );
    const path = `/api/runs/${body.run_id}`;
    const waiting = [await rowsOf(body.run_id), (await client.call("GET", `${path}/data`)).body];
    expect(JSON.stringify(waiting)).not.toContain(PLANTED);

    await finish(body.run_id);
    const { body: run } = await client.call("GET", path);
    expect(run.status).toBe("done");
    const file = await testService()(new URL(run.files[0].url).pathname);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(() => openPdf(bytes, { password: "another" })).toThrow();
    expect(() => openPdf(bytes, { password: PLANTED })).not.toThrow();
    const task = await env.DB.prepare("select options from runs where id = ?")
      .bind(body.run_id)
      .first<string>("options");
    expect(JSON.parse(task ?? "")).toEqual({ kind: "tool", tool: "encrypt_pdf", hadSecrets: true });

    const replay = await client.call("POST", `${path}/replay`);
    expect([replay.status, replay.body.code]).toEqual([410, "data_expired"]);
  });

  it("keeps the passwords of its files and a signer's key apart, in JSON and in forms", async () => {
    for (const encoding of ["JSON", "form", "multipart"] as const) {
      const sent = {
        file: { name: "a.pdf", contents: PDF, password: PLANTED },
        certificate: {
          name: `${PLANTED}.pem`,
          contents: new TextEncoder().encode(`key ${PLANTED}`),
          password: PLANTED,
        },
      };
      const { body } = await client.call("POST", "/api/tools/sign_pdf", sent, { ...later, encoding });
      const rows = await rowsOf(body.run_id);
      expect(rows, encoding).not.toContain(PLANTED);
      expect(rows, encoding).not.toContain(btoa(`key ${PLANTED}`).slice(0, -4));
      const blobs = await env.FILES.list({ prefix: `u/${client.caller.workspaceId}/` });
      for (const { key } of blobs.objects)
        expect(await (await env.FILES.get(key))?.text(), encoding).not.toContain(PLANTED);
      // It is no key: the work fails, and takes the secrets along.
      await finish(body.run_id);
      const { body: run } = await client.call("GET", `/api/runs/${body.run_id}`);
      expect([run.status, run.problem?.code], encoding).toEqual(["failed", "identity_invalid"]);
      expect(await rowsOf(body.run_id), encoding).not.toContain('\\"secrets\\"');
    }
  });

  it("finds the passwords of settings that are JSON, as text and in a file", async () => {
    const json = JSON.stringify({ user_password: PLANTED, title: "Letter" });
    for (const [encoding, settings] of [
      ["JSON", json],
      ["multipart", json],
      ["multipart", new TextEncoder().encode(json)],
    ] as const) {
      const contents = Buffer.from(wordDocument(paragraph("Dear {$Name}"))).toString("base64");
      const sent = { file: { name: "Letter.docx", contents }, data: { Name: "Ada" }, settings };
      const { body } = await client.call("POST", "/api/tools/merge", sent, { ...later, encoding });
      const path = `/api/runs/${body.run_id}`;
      const waiting = [await rowsOf(body.run_id), (await client.call("GET", `${path}/data`)).body];
      expect(JSON.stringify(waiting), encoding).not.toContain(PLANTED);
      const blobs = await env.FILES.list({ prefix: `u/${client.caller.workspaceId}/` });
      for (const { key } of blobs.objects)
        expect(await (await env.FILES.get(key))?.text(), encoding).not.toContain(PLANTED);

      await finish(body.run_id);
      await expect.poll(async () => (await client.call("GET", path)).body.status).toBe("done");
      const { body: run } = await client.call("GET", path);
      const file = await testService()(new URL(run.files[0].url).pathname);
      const bytes = new Uint8Array(await file.arrayBuffer());
      expect(() => openPdf(bytes, { password: "another" })).toThrow();
      expect(shownText(openPdf(bytes, { password: PLANTED }))).toContain("DearAda");
    }
  });

  it("has them again under a key that was added to the deployment's, and says so where its key is another one", async () => {
    const { workspaceId } = client.caller;
    const { store, env: own } = faultyServices();
    const tree = { file: { name: "a.pdf", password: PLANTED }, password: `owner-${PLANTED}` };
    const keeper = { store, workspaceId, secretsKey: own.SECRETS_KEY };
    const { body, secrets } = await withSecretsApart(encryptPdfTool, tree, keeper);
    expect(JSON.stringify([body, secrets])).not.toContain(PLANTED);
    const another = Buffer.alloc(32, 9).toString("base64");
    const opened = (secretsKey: string) => placeSecrets(body, present(secrets), { workspaceId, secretsKey });
    await expect(opened(another)).rejects.toMatchObject({
      code: "data_expired",
      message: "The passwords or keys that came with this request are no longer kept: send the request again.",
    });
    await opened(`${another} ${own.SECRETS_KEY}`);
    expect(body).toEqual(tree);
  });

  it("refuses a certificate that is too large to be kept apart, and keeps nothing of it", async () => {
    const uploads = async () => (await env.FILES.list({ prefix: `u/${client.caller.workspaceId}/` })).objects.length;
    const before = await uploads();
    for (const [encoding, size] of [
      ["JSON", 1_000_000],
      // In a form it goes to a blob while it arrives.
      ["multipart", 8_500_000],
    ] as const) {
      const certificate = { name: "a.p12", contents: new Uint8Array(size), password: PLANTED };
      const sent = { file: { name: "a.pdf", contents: PDF }, certificate };
      const { status, body } = await client.call("POST", "/api/tools/sign_pdf", sent, { ...later, encoding });
      expect([status, body.code, body.error], encoding).toEqual([
        413,
        "file_too_large",
        "The certificate is too large for work that is done later: send the request without it being done later.",
      ]);
    }
    expect(await uploads()).toBe(before);
  });

  it("has the secrets of its own delivery encrypted, and none in what is under way", async () => {
    const delivery = {
      type: "webhook",
      settings: { url: "https://example.com/", secret: `whsec-${PLANTED}-long`, headers: { Authorization: PLANTED } },
    };
    const { body } = await client.call("POST", "/api/tools/flatten_pdf", {
      file: { name: "a.pdf", contents: PDF },
      delivery,
    });
    expect(await rowsOf(body.run_id)).not.toContain(PLANTED);
    await finish(body.run_id);
    const rows = await rowsOf(body.run_id);
    expect(rows).not.toContain(PLANTED);
    expect(rows).toContain("elsewhere");
    await client.call("POST", `/api/runs/${body.run_id}/purge`);
    expect(await rowsOf(body.run_id)).not.toContain("sealed");
  });
});
