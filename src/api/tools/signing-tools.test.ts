import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { testCaller, testService } from "../../../test/support/test-service.ts";
import { openPdf } from "../../pdf/document.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";
import { signDigest } from "../../signing/signed-data.ts";
import {
  asPem,
  identityPem,
  makeCertificate,
  makeIdentity,
  type TestAuthority,
} from "../../signing/testing/make-identity.ts";
import { ocspAnswer } from "../../signing/testing/make-revocation.ts";
import { timestampAuthority } from "../../signing/testing/make-timestamp.ts";

type Json = Record<string, unknown>;

const service = testService();
let authorization: string;
let root: TestAuthority;
let certificate: { name: string; contents: string };

beforeAll(async () => {
  ({ authorization } = await testCaller());
  root = await makeCertificate({ name: "Test Root" });
  const own = await makeCertificate({ name: "Åsa Notary", issuer: root });
  const pem = identityPem(await makeIdentity(own, root));
  certificate = { name: "asa.pem", contents: base64(pem) };
});

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
const file = { name: "Contract.pdf", contents: base64(buildPages(2)) };

const call = (tool: string, body: Json) =>
  service(`/api/tools/${tool}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function signed(body: Json = {}): Promise<Uint8Array> {
  const answer = await call("sign_pdf", { file, certificate, ...body });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

async function verified(bytes: Uint8Array, body: Json = {}) {
  const answer = await call("verify_pdf", { file: { name: "Contract.pdf", contents: base64(bytes) }, ...body });
  expect(answer.status).toBe(200);
  return await answer.json<{ signed: boolean; valid: boolean; signatures: Json[] }>();
}

async function problem(answer: Response) {
  const { code, detail } = await answer.json<{ code: string; detail: string }>();
  return [answer.status, code, detail];
}

describe("sign_pdf and verify_pdf", () => {
  it("sign by a certificate of one's own and say afterwards whose signature it is", async () => {
    const bytes = await signed({ reason: "Contract", location: "Malmö", contact: "asa@example.com" });
    const trusted = { trusted_certificates: asPem("CERTIFICATE", root.der) };
    expect(await verified(bytes, trusted)).toMatchObject({
      signed: true,
      valid: true,
      signatures: [
        {
          kind: "signature",
          status: "valid",
          valid: true,
          remarks: [],
          signer: "Åsa Notary",
          trusted: true,
          chain: [{ subject: "CN=Test Root" }],
          reason: "Contract",
          location: "Malmö",
          contact: "asa@example.com",
          covers_whole_file: true,
        },
      ],
    });
    expect(await verified(buildPages(1))).toEqual({ signed: false, valid: false, signatures: [] });
  });

  it("show a signature on a page, with a font in the file for every letter of the name", async () => {
    const bytes = await signed({ page: -1, left: 40, top: 60, width: 180, height: 50, reason: "Vertrag" });
    const document = openPdf(bytes);
    const widget = document.dict(document.array(document.pages[1]?.dict.get("Annots"))?.[0]);
    const look = document.stream(document.dict(widget?.get("AP"))?.get("N"));
    const fonts = document.dict(document.dict(look?.dict.get("Resources"))?.get("Font"));
    const [font] = [...(fonts?.values() ?? [])].map((ref) => document.dict(ref));
    expect(document.name(font?.get("Subtype"))).toBe("Type0");
    expect((await verified(bytes)).valid).toBe(true);
  });

  it("take a timestamp of an authority, through the guarded door", async () => {
    const authority = await makeCertificate({ name: "Test Time", stamps: true });
    const stamp = timestampAuthority(authority, new Date("2026-04-01T08:00:00Z"));
    const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (url.includes("dns-query")) return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
      if (url.includes("busy")) return new Response("", { status: 503 });
      return new Response((await stamp(new Uint8Array(init?.body as Uint8Array))) as Uint8Array<ArrayBuffer>);
    });
    try {
      const bytes = await signed({ timestamp_url: "https://time.example/tsa" });
      expect(await verified(bytes)).toMatchObject({
        signatures: [{ valid: true, timestamp: { time: "2026-04-01T08:00:00.000Z", authority: "Test Time" } }],
      });
      expect(
        await problem(await call("sign_pdf", { file, certificate, timestamp_url: "https://time.example/busy" })),
      ).toEqual([
        502,
        "signature_failed",
        "The timestamping authority gave no timestamp: it answered with status 503.",
      ]);
      const inside = await call("sign_pdf", { file, certificate, timestamp_url: "http://127.0.0.1/tsa" });
      expect((await problem(inside))[1]).toBe("url_private");
    } finally {
      fetching.mockRestore();
    }
  });

  it("put what authorities say of revocation into the file, asked through the guarded door", async () => {
    const hour = 60 * 60_000;
    const current = { from: new Date(Date.now() - hour), until: new Date(Date.now() + 24 * hour) };
    const addresses = { ocspUrl: "http://root.example/ocsp", crlUrl: "http://10.0.0.1/crl" };
    const own = await makeCertificate({ name: "Long Term", issuer: root, ...addresses });
    const clock = await makeCertificate({ name: "Test Time", issuer: root, stamps: true, ...addresses });
    const stamp = timestampAuthority(clock, new Date());
    let isGone = false;
    const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (url.includes("dns-query")) return Response.json({ Status: 0, Answer: [{ type: 1, data: "93.184.216.34" }] });
      const asked = new Uint8Array((init?.body as Uint8Array | null) ?? []);
      if (url.includes("tsa")) return new Response((await stamp(asked)) as Uint8Array<ArrayBuffer>);
      if (isGone) return new Response("", { status: 503 });
      return new Response((await ocspAnswer(asked, root, current)) as Uint8Array<ArrayBuffer>);
    });
    try {
      const pem = { name: "own.pem", contents: base64(identityPem(await makeIdentity(own, root))) };
      const options = { certificate: pem, level: "b-lt", timestamp_url: "https://time.example/tsa" };
      expect(await verified(await signed(options))).toMatchObject({
        signatures: [{ valid: true, revocation: "good", covers_whole_file: false, changes: [] }],
      });
      isGone = true;
      expect(await problem(await call("sign_pdf", { file, ...options }))).toEqual([
        502,
        "signature_failed",
        expect.stringMatching(
          /Long Term is revoked: root\.example answered with status 503; The host is not a public address/,
        ),
      ]);
      expect(await problem(await call("sign_pdf", { file, ...options, certificate }))).toEqual([
        422,
        "certificate_invalid",
        expect.stringContaining("Åsa Notary: it has no address of an OCSP responder"),
      ]);
    } finally {
      fetching.mockRestore();
    }
    for (const wrong of [{ level: "b-lt" }, { level: "b-b", timestamp_url: "https://time.example/tsa" }]) {
      expect(await problem(await call("sign_pdf", { file, certificate, ...wrong }))).toEqual([
        422,
        "invalid_request",
        expect.stringContaining("timestamp_url"),
      ]);
    }
  });

  it("leave the key where it is: a file is prepared, its digest signed elsewhere, the signature inserted", async () => {
    const own = await makeCertificate({ name: "Far Away", issuer: root });
    const identity = await makeIdentity(own, root);
    const answer = await call("prepare_signature", {
      file,
      name: "Far Away",
      reason: "Contract",
      width: 90,
      height: 40,
    });
    expect(answer.status).toBe(200);
    const prepared = await answer.json<{ file: { name: string; contents: string }; hash: string; digest: string }>();
    expect(prepared).toMatchObject({ file: { name: "Contract.pdf" }, field: "Signature1", hash: "SHA-256" });
    const cms = await signDigest(identity, () => new Uint8Array(Buffer.from(prepared.digest, "hex")));
    const insert = (signature: Uint8Array, sent: Json = prepared.file) =>
      call("insert_signature", { file: sent, signature: base64(signature) });
    const inserted = await insert(cms);
    expect(inserted.status).toBe(200);
    const bytes = new Uint8Array(await inserted.arrayBuffer());
    expect((await verified(bytes)).signatures).toMatchObject([{ valid: true, signer: "Far Away", reason: "Contract" }]);

    const foreign = await signDigest(identity, () => new Uint8Array(32));
    for (const [signature, sent, said] of [
      [foreign, prepared.file, "What it covers was changed after it was made."],
      [new Uint8Array(9), prepared.file, "it is not CMS"],
      [cms, file, "no signature that waits"],
      [cms, { name: "a.pdf", contents: base64(bytes) }, "no signature that waits"],
    ] as const) {
      const [status, code, detail] = await problem(await insert(signature, sent));
      expect([status, code]).toEqual([422, "signature_mismatch"]);
      expect(detail).toContain(said);
    }
  });

  it("refuse what cannot be done, and say what is wrong", async () => {
    const refused = async (body: Json) => problem(await call("sign_pdf", { file, certificate, ...body }));
    expect(await refused({ certificate: { name: "x.p12", contents: base64(new Uint8Array(20)) } })).toEqual([
      422,
      "identity_invalid",
      "The file is neither PKCS#12 nor PEM.",
    ]);
    expect((await refused({ page: 9, width: 10, height: 10 }))[2]).toBe("There is no page 9 to sign: the PDF has 2.");
    expect((await refused({ width: 10 }))[2]).toBe("A visible signature needs both width and height.");
    const certified = base64(await signed({ certify: "no_changes" }));
    expect((await refused({ file: { name: "a.pdf", contents: certified } }))[1]).toBe("pdf_certified");
    const verifying = await call("verify_pdf", { file, trusted_certificates: "none" });
    expect(await problem(verifying)).toEqual([
      422,
      "certificate_invalid",
      "trusted_certificates has no certificate: send PEM, with BEGIN CERTIFICATE blocks.",
    ]);
  });
});
