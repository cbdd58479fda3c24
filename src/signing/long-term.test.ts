import { beforeAll, describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { openPdf } from "../pdf/document.ts";
import { dict, PdfStream } from "../pdf/objects.ts";
import { encryptPdf } from "../pdf/operations/encrypt.ts";
import { IncrementalUpdate } from "../pdf/signature/incremental-update.ts";
import { readSecurityStore } from "../pdf/signature/security-store.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { writePdf } from "../pdf/writer.ts";
import { CertificateChecks } from "./certificate-checks.ts";
import { readDer, timeIn, valuesIn } from "./der.ts";
import type { AskResponder, AuthorityQuestion } from "./gather-validation-data.ts";
import type { SigningIdentity } from "./identity.ts";
import { crlStatement, ocspStatement } from "./revocation.ts";
import { type SignPdfOptions, signPdf } from "./sign-pdf.ts";
import { makeCertificate, makeIdentity, type TestAuthority } from "./testing/make-identity.ts";
import { ocspAnswer, revocationList } from "./testing/make-revocation.ts";
import { timestampAuthority } from "./testing/make-timestamp.ts";
import { timestampsFrom } from "./timestamp.ts";
import { verifyPdf } from "./verify-pdf.ts";

const NOW = new Date("2026-03-01T12:00:00Z");
const CURRENT = { from: new Date("2026-03-01T00:00:00Z"), until: new Date("2026-03-08T00:00:00Z") };
const statement = { signedAt: NOW, name: "Signer" };
const file = writePdf(openPdf(buildPages(2)));

let root: TestAuthority;
let middle: TestAuthority;
let signer: TestAuthority;
let clock: TestAuthority;
let identity: SigningIdentity;

beforeAll(async () => {
  root = await makeCertificate({ name: "Root" });
  middle = await makeCertificate({ name: "Middle", issuer: root, isAuthority: true, crlUrl: "http://root/crl" });
  const addresses = { ocspUrl: "http://middle/ocsp", crlUrl: "http://middle/crl" };
  signer = await makeCertificate({ name: "Signer", issuer: middle, ...addresses });
  clock = await makeCertificate({ name: "Clock", issuer: root, stamps: true, ocspUrl: "http://root/ocsp" });
  identity = await makeIdentity(signer, middle, root);
});

/** Authorities that answer, except as `changed` says. */
function authorities(changed: Record<string, (question: AuthorityQuestion) => Promise<Uint8Array>> = {}) {
  const asked: string[] = [];
  const body = (question: AuthorityQuestion) => question.body ?? new Uint8Array();
  const usual: Record<string, (question: AuthorityQuestion) => Promise<Uint8Array>> = {
    "http://root/crl": () => revocationList(root, [], CURRENT),
    "http://middle/crl": () => revocationList(middle, [], CURRENT),
    "http://root/ocsp": (question) => ocspAnswer(body(question), root, CURRENT),
    "http://middle/ocsp": (question) => ocspAnswer(body(question), middle, CURRENT),
    "http://root/certificate": async () => root.der,
  };
  const ask: AskResponder = async (question) => {
    asked.push(question.url);
    const answer = changed[question.url] ?? usual[question.url];
    if (!answer) throw new Failure("url_unreachable", "Nobody is there.");
    return await answer(question);
  };
  return { asked, ask };
}

const gone = async () => {
  throw new Failure("url_unreachable", "middle did not answer.");
};

async function sign(ask: AskResponder, options: Partial<SignPdfOptions> = {}, bytes = file, who = identity) {
  const timestamp = timestampsFrom(timestampAuthority(clock, NOW));
  return (await signPdf(bytes, who, { statement, timestamp, longTerm: { ask, now: NOW }, ...options })).bytes;
}

describe("a signature for the long term", () => {
  it("carries certificates and what is known about their revocation in an update that changes nothing", async () => {
    const { asked, ask } = authorities();
    const signed = await sign(ask);
    expect(asked).toEqual(["http://middle/ocsp", "http://root/crl", "http://root/ocsp"]);
    const document = openPdf(signed);
    const store = readSecurityStore(document);
    expect([store.certificates.length, store.ocsps.length, store.crls.length]).toEqual([4, 2, 1]);
    const [key = ""] = document.dict(document.dict(document.catalog.get("DSS"))?.get("VRI"))?.keys() ?? [];
    expect(key).toMatch(/^[0-9A-F]{40}$/);
    expect(await verifyPdf(signed, { trusted: [root.der] })).toMatchObject([
      { valid: true, revocation: "good", trusted: true, coversWholeFile: false, changes: [], changesAllowed: true },
    ]);
  });

  it("of an author who allows no change may have it, and of encrypted files, too", async () => {
    const certified = await sign(authorities().ask, { statement: { ...statement, certification: 1 } });
    expect(await verifyPdf(certified, {})).toMatchObject([{ valid: true, revocation: "good", changesAllowed: true }]);
    const encrypted = encryptPdf(file, { userPassword: "open", ownerPassword: "own" });
    const signed = await sign(authorities().ask, { password: "open" }, encrypted);
    expect(await verifyPdf(signed, { password: "open" })).toMatchObject([{ valid: true, revocation: "good" }]);
  });

  it("shares the store with an earlier one, without storing anything twice", async () => {
    const { ask } = authorities();
    const answers = new Map<string, Uint8Array>();
    const same: AskResponder = async (question) => {
      const known = answers.get(question.url) ?? (await ask(question));
      answers.set(question.url, known);
      return known;
    };
    const twice = await sign(same, {}, await sign(same));
    const store = readSecurityStore(openPdf(twice));
    expect([store.certificates.length, store.ocsps.length, store.crls.length]).toEqual([4, 2, 1]);
    expect(await verifyPdf(twice, {})).toMatchObject([
      { valid: true, revocation: "good", changes: ["signatures"] },
      { valid: true, revocation: "good", changes: [] },
    ]);
  });

  it("takes the list if the responder does not answer, and a delegate's answer", async () => {
    const { asked, ask } = authorities({ "http://middle/ocsp": gone });
    expect(await verifyPdf(await sign(ask), {})).toMatchObject([{ revocation: "good" }]);
    expect(asked).toContain("http://middle/crl");
    const delegate = await makeCertificate({ name: "Delegate", issuer: middle, answers: true });
    const answer = (question: AuthorityQuestion) =>
      ocspAnswer(question.body ?? new Uint8Array(), middle, { ...CURRENT, delegate });
    const delegated = await sign(authorities({ "http://middle/ocsp": answer, "http://middle/crl": gone }).ask);
    expect(await verifyPdf(delegated, {})).toMatchObject([{ revocation: "good" }]);
  });

  it("gets an issuer that the identity does not have from the address in the certificate", async () => {
    const below = await makeCertificate({
      name: "Below",
      issuer: root,
      crlUrl: "http://root/crl",
      issuerUrl: "http://root/certificate",
    });
    const signed = await sign(authorities().ask, {}, file, await makeIdentity(below));
    expect(await verifyPdf(signed, {})).toMatchObject([{ valid: true, revocation: "good" }]);
  });

  const other = () => makeCertificate({ name: "Middle" });
  it.each<[string, Record<string, (question: AuthorityQuestion) => Promise<Uint8Array>>, string]>([
    [
      "nobody answers",
      { "http://middle/ocsp": gone, "http://middle/crl": gone },
      "middle did not answer; middle did not answer.",
    ],
    [
      "it is revoked",
      {
        "http://middle/ocsp": (question) =>
          ocspAnswer(question.body ?? new Uint8Array(), middle, { ...CURRENT, revokedAt: NOW }),
      },
      "the certificate of Signer: it is revoked.",
    ],
    [
      "it is on the list",
      { "http://middle/ocsp": gone, "http://middle/crl": () => revocationList(middle, [signer], CURRENT) },
      "the certificate of Signer: it is revoked.",
    ],
    [
      "somebody else answers",
      {
        "http://middle/ocsp": async (question) => ocspAnswer(question.body ?? new Uint8Array(), await other(), CURRENT),
        "http://middle/crl": async () => revocationList(await other(), [], CURRENT),
      },
      "the answer is not about it, or not by its authority",
    ],
    [
      "what is answered is old",
      {
        "http://middle/ocsp": gone,
        "http://middle/crl": () =>
          revocationList(middle, [], { from: new Date("2025-01-01"), until: new Date("2025-01-08") }),
      },
      "the answer is out of date",
    ],
    [
      "what is answered is of the future",
      {
        "http://middle/ocsp": gone,
        "http://middle/crl": () =>
          revocationList(middle, [], { from: new Date("2026-03-02"), until: new Date("2026-03-08") }),
      },
      "the answer is dated in the future",
    ],
    [
      "what is answered is no answer",
      {
        "http://middle/ocsp": async () => Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff),
        "http://middle/crl": async () => new Uint8Array(9),
      },
      "the answer is not about it",
    ],
  ])("is refused where %s", async (_, changed, message) => {
    await expect(sign(authorities(changed).ask)).rejects.toMatchObject({
      code: message.includes("is revoked.") ? "certificate_invalid" : "signature_failed",
      message: expect.stringContaining(message),
    });
  });

  it("is refused for certificates that name no address", async () => {
    const bare = await makeIdentity(await makeCertificate({ name: "Bare", issuer: root }), root);
    await expect(sign(authorities().ask, {}, file, bare)).rejects.toThrow(
      "the certificate of Bare: it has no address of an OCSP responder or of a list of revoked certificates.",
    );
    const alone = await makeIdentity(await makeCertificate({ name: "Alone", issuer: root, crlUrl: "http://root/crl" }));
    await expect(sign(authorities().ask, {}, file, alone)).rejects.toMatchObject({
      code: "certificate_invalid",
      message: expect.stringContaining("neither the identity nor an address in it has the certificate of its issuer"),
    });
  });
});

describe("what a store says", () => {
  /** A signed file with a store of what is given. */
  async function withStore(name: "OCSPs" | "CRLs", items: readonly Uint8Array[]): Promise<Uint8Array> {
    const signed = await sign(authorities().ask, { longTerm: undefined });
    const update = IncrementalUpdate.open(signed, {}, () => true);
    const refs = items.map((item) => update.add(new PdfStream(dict({ Length: item.length }), item)));
    update.document.catalog.set("DSS", update.add(dict({ [name]: refs })));
    const rootRef = update.document.trailer.get("Root");
    if (rootRef && typeof rootRef === "object" && "number" in rootRef) update.touch(rootRef);
    return update.write().bytes;
  }

  it("about a certificate counts if it was revoked before it signed, but not afterwards", async () => {
    const list = (revokedAt: Date) => revocationList(middle, [signer], { ...CURRENT, revokedAt });
    const good = await revocationList(root, [], CURRENT);
    const before = await withStore("CRLs", [await list(new Date("2026-02-01")), good]);
    expect(await verifyPdf(before, {})).toMatchObject([{ valid: true, revocation: "revoked" }]);
    const after = await withStore("CRLs", [await list(new Date("2026-03-02")), good]);
    expect(await verifyPdf(after, {})).toMatchObject([{ valid: true, revocation: "good" }]);
  });

  it("is unknown if it is about others, out of date, or unreadable", async () => {
    const stale = await revocationList(middle, [], { from: new Date("2025-01-01"), until: new Date("2025-01-08") });
    const foreign = await revocationList(await makeCertificate({ name: "Middle" }), [signer], CURRENT);
    const good = await revocationList(root, [], CURRENT);
    for (const item of [stale, foreign, new Uint8Array(1_000), Uint8Array.of(0x30, 0x80)]) {
      expect(await verifyPdf(await withStore("CRLs", [item, good]), {})).toMatchObject([
        { valid: true, revocation: "unknown" },
      ]);
      expect(await verifyPdf(await withStore("OCSPs", [item]), {})).toMatchObject([{ revocation: "unknown" }]);
    }
  });

  it("is read from lists of a hundred thousand certificates", async () => {
    const list = await revocationList(middle, [signer], CURRENT);
    expect(await crlStatement(list, signer.certificate, middle.certificate, new CertificateChecks())).toMatchObject({
      status: "revoked",
    });
    expect(await crlStatement(list, clock.certificate, middle.certificate, new CertificateChecks())).toMatchObject({
      status: "good",
    });
    expect(await crlStatement(list, clock.certificate, root.certificate, new CertificateChecks())).toBeUndefined();
    expect(await ocspStatement(list, signer.certificate, middle.certificate, new CertificateChecks())).toBeUndefined();
    const entry = Uint8Array.of(0x30, 0x12, 0x02, 0x01, 0x07, 0x17, 0x0d, ...Buffer.from("260101000000Z"));
    const many = Buffer.concat(Array.from({ length: 100_000 }, () => entry));
    const whole = Uint8Array.of(0x30, 0x83, many.length >> 16, (many.length >> 8) & 255, many.length & 255);
    const read = readDer(new Uint8Array(Buffer.concat([whole, many])));
    expect([...valuesIn(read)].length).toBe(100_000);
  });

  it.each([
    ["170d3236303330313132303030305a", "2026-03-01T12:00:00.000Z"],
    ["180f32303531303330313132303030305a", "2051-03-01T12:00:00.000Z"],
    ["170d3530303330313132303030305a", "1950-03-01T12:00:00.000Z"],
    ["170d3236313330313132303030305a", undefined],
    ["0400", undefined],
  ])("at %s is at %s", (hex, expected) => {
    expect(timeIn(readDer(new Uint8Array(Buffer.from(hex, "hex"))))?.toISOString()).toBe(expected);
  });
});
