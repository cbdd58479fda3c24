import { beforeAll, describe, expect, it } from "vitest";
import { openPdf } from "../pdf/document.ts";
import { dict, name, PdfDict, PdfRef } from "../pdf/objects.ts";
import { encryptPdf } from "../pdf/operations/encrypt.ts";
import { IncrementalUpdate } from "../pdf/signature/incremental-update.ts";
import { readSignatures } from "../pdf/signature/read-signatures.ts";
import { isSigned } from "../pdf/signature/signed-document.ts";
import { unsignedRevision } from "../pdf/signature/unsigned-revision.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { encodeText } from "../pdf/text-strings.ts";
import { writePdf } from "../pdf/writer.ts";
import { signerName } from "./certificate.ts";
import { readDer } from "./der.ts";
import { readIdentity, type SigningIdentity } from "./identity.ts";
import { type SignPdfOptions, signPdf } from "./sign-pdf.ts";
import { ENCRYPTED_PEM, LEGACY_PKCS12, MODERN_PKCS12, SLOW_PKCS12 } from "./testing/key-files.ts";
import { identityPem, makeCertificate, makeIdentity, type TestAuthority } from "./testing/make-identity.ts";
import { timestampAuthority } from "./testing/make-timestamp.ts";
import { timestampsFrom } from "./timestamp.ts";
import { verifyPdf } from "./verify-pdf.ts";

const SIGNED_AT = new Date("2026-03-01T12:00:00Z");
const statement = { signedAt: SIGNED_AT, name: "Åsa Notary", reason: "Contract (§ 3)" };

let root: TestAuthority;
let asa: SigningIdentity;
let elliptic: SigningIdentity;

beforeAll(async () => {
  root = await makeCertificate({ name: "Test Root" });
  asa = await makeIdentity(await makeCertificate({ name: "Åsa Notary", algorithm: "rsa", issuer: root }), root);
  elliptic = await makeIdentity(await makeCertificate({ name: "Second Signer", issuer: root }), root);
});

const sign = async (bytes: Uint8Array, identity: SigningIdentity, options: Partial<SignPdfOptions> = {}) =>
  (await signPdf(bytes, identity, { statement, ...options })).bytes;

/** Two pages with a cross-reference table, and the same with a stream. */
const withTable = buildPages(2);
const withStream = writePdf(openPdf(withTable));

describe("a signature", () => {
  it.each([
    ["a table", withTable],
    ["a stream", withStream],
  ])("is an update after a file with %s, and is valid", async (_, original) => {
    const signed = await sign(original, asa);
    expect(Buffer.compare(signed.subarray(0, original.length), original)).toBe(0);
    expect(isSigned(openPdf(signed))).toBe(true);
    expect(await verifyPdf(signed, { trusted: [root.der] })).toMatchObject([
      {
        field: "Signature1",
        kind: "signature",
        valid: true,
        problems: [],
        signer: "Åsa Notary",
        trusted: true,
        certificateValid: true,
        claimedTime: SIGNED_AT,
        reason: "Contract (§ 3)",
        hash: "SHA-256",
        coversWholeFile: true,
        changes: [],
      },
    ]);
  });

  it("can be removed again: what is left is the previous file, byte for byte", async () => {
    for (const original of [withTable, withStream]) {
      const twice = await sign(await sign(original, asa), elliptic);
      const before = unsignedRevision(twice);
      // after a table the file's last line ends, which is not part of it
      expect(before && Buffer.compare(before, original.subarray(0, before.length))).toBe(0);
      expect(before && original.length - before.length).toBeLessThan(3);
    }
    expect(unsignedRevision(withTable)).toBeUndefined();
    const encrypted = encryptPdf(withTable, { ownerPassword: "own" });
    expect(unsignedRevision(await sign(encrypted, asa))).toBeUndefined();
  });

  it("leaves earlier ones intact, and each says what came after it", async () => {
    const twice = await sign(await sign(withStream, asa), elliptic);
    expect(await verifyPdf(twice, {})).toMatchObject([
      { signer: "Åsa Notary", valid: true, coversWholeFile: false, changes: ["signatures"], changesAllowed: true },
      { signer: "Second Signer", field: "Signature2", valid: true, coversWholeFile: true, changes: [] },
    ]);
  });

  it("states a timestamp, which counts instead of the claimed time", async () => {
    const authority = await makeCertificate({ name: "Test Time", stamps: true });
    const time = new Date("2026-03-01T12:00:05Z");
    const signed = await sign(withTable, asa, { timestamp: timestampsFrom(timestampAuthority(authority, time)) });
    expect(await verifyPdf(signed, {})).toMatchObject([{ valid: true, timestamp: { time, authority: "Test Time" } }]);
  });

  it("of an encrypted file is one of its bytes, and stays readable", async () => {
    const encrypted = encryptPdf(withTable, { userPassword: "open", ownerPassword: "own" });
    const signed = await sign(encrypted, asa, { password: "open" });
    expect(await verifyPdf(signed, { password: "open" })).toMatchObject([{ valid: true, reason: "Contract (§ 3)" }]);
  });

  it("shows where it is asked to, upright on a turned page, with a font of its own or Helvetica", async () => {
    const turned = buildPages(1, { page: () => "/Rotate 90" });
    const box = { page: 1, leftPoints: 50, topPoints: 20, widthPoints: 120, heightPoints: 40 };
    const signed = await sign(turned, asa, { box, look: { text: "Signed by Åsa", fonts: [] } });
    const document = openPdf(signed);
    const widget = document.dict(document.array(document.pages[0]?.dict.get("Annots"))?.[0]);
    const [left = 0, bottom = 0, right = 0, top = 0] = document.array(widget?.get("Rect"))?.map(Number) ?? [];
    expect([right - left, top - bottom]).toEqual([40, 120]);
    const look = document.stream(document.dict(widget?.get("AP"))?.get("N"));
    expect(document.array(look?.dict.get("Matrix"))?.slice(0, 4)).toEqual([0, 1, -1, 0]);
  });

  it("goes into a field that waits for it, and into no other", async () => {
    const document = openPdf(withTable);
    const page = document.pages[0];
    const field = document.add(
      dict({
        FT: name("Sig"),
        T: literal("Customer"),
        Rect: [10, 10, 100, 40],
        Subtype: name("Widget"),
        P: page?.ref ?? null,
      }),
    );
    const text = document.add(
      dict({ FT: name("Tx"), T: literal("Note"), Rect: [0, 0, 9, 9], Subtype: name("Widget") }),
    );
    page?.dict.set("Annots", [field, text]);
    document.catalog.set("AcroForm", dict({ Fields: [field, text] }));
    const form = writePdf(document);
    const signed = await sign(form, asa, { field: "Customer" });
    expect(await verifyPdf(signed, {})).toMatchObject([{ field: "Customer", valid: true }]);
    await expect(sign(signed, asa, { field: "Customer" })).rejects.toMatchObject({ code: "signature_field_taken" });
    await expect(sign(form, asa, { field: "Note" })).rejects.toThrow('The field "Note" is not a signature field.');
  });

  it("of the author is the first one, and its permissions apply to those that follow", async () => {
    const certify = (certification: 1 | 2 | 3) => ({ statement: { ...statement, certification } });
    const closed = await sign(withTable, asa, certify(1));
    expect(await verifyPdf(closed, {})).toMatchObject([{ kind: "certification", valid: true }]);
    await expect(sign(closed, elliptic)).rejects.toMatchObject({ code: "pdf_certified" });
    const open = await sign(withTable, asa, certify(2));
    await expect(sign(open, elliptic, certify(2))).rejects.toMatchObject({ code: "pdf_certified" });
    expect(await verifyPdf(await sign(open, elliptic), {})).toMatchObject([
      { kind: "certification", changes: ["signatures"], changesAllowed: true },
      { kind: "signature", valid: true },
    ]);
  });
});

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, "base64"));
const literal = (text: string) => encodeText(text);

/** An update that somebody makes after the signature. */
function updated(signed: Uint8Array, change: (update: IncrementalUpdate) => void): Uint8Array {
  const update = IncrementalUpdate.open(signed, {}, () => false);
  change(update);
  return update.write().bytes;
}

describe("what was changed after a signature", () => {
  const afterwards = async (change: (update: IncrementalUpdate) => void) => {
    const [report] = await verifyPdf(updated(await sign(withTable, asa), change), {});
    return report;
  };

  it("is content if a page shows something else, and then it is not valid", async () => {
    const report = await afterwards((update) => {
      const [page] = update.document.pages;
      page?.dict.set("MediaBox", [0, 0, 1, 1]);
      if (page) update.touch(page.ref);
    });
    expect(report).toMatchObject({ valid: false, changes: ["content"], changesAllowed: false });
    expect(report?.problems).toEqual(["The document's content was changed after it was made."]);
  });

  it("is content if pages are put in another order, or the catalog points elsewhere", async () => {
    const turnedRound = await afterwards((update) => {
      const pages = update.document.catalog.get("Pages");
      update.document.array(update.document.dict(pages)?.get("Kids"))?.reverse();
      if (pages instanceof PdfRef) update.touch(pages);
    });
    expect(turnedRound).toMatchObject({ valid: false, changes: ["content"] });
    const replaced = await afterwards((update) => {
      const { catalog, trailer } = update.document;
      trailer.set("Root", update.add(new PdfDict(catalog)));
    });
    expect(replaced).toMatchObject({ valid: false, changes: expect.arrayContaining(["content"]) });
  });

  it("is an annotation if a note is put onto a page, which an author may forbid", async () => {
    const note = (update: IncrementalUpdate) => {
      const [, page] = update.document.pages;
      page?.dict.set("Annots", [update.add(dict({ Type: name("Annot"), Subtype: name("Text"), Rect: [0, 0, 9, 9] }))]);
      if (page) update.touch(page.ref);
    };
    expect(await afterwards(note)).toMatchObject({ valid: true, changes: ["annotations"], changesAllowed: true });
    const certified = await sign(withTable, asa, { statement: { ...statement, certification: 2 } });
    const [report] = await verifyPdf(updated(certified, note), {});
    expect(report).toMatchObject({ valid: true, changes: ["annotations"], changesAllowed: false });
  });
});

describe("a signature that was tampered with", () => {
  it("is detected in each of 200 random changes of a byte", async () => {
    const signed = await sign(withStream, asa);
    let seed = 20_261_122;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const missed: string[] = [];
    // what fills the room behind the signature is nobody's
    const [found] = readSignatures(openPdf(signed), signed);
    const cmsEnd = (found?.range?.[1] ?? 0) + 1 + 2 * (readDer(found?.contents ?? new Uint8Array())?.end ?? 0);
    for (let round = 0; round < 200; round++) {
      const copy = signed.slice();
      const at = random(copy.length);
      if (at >= cmsEnd && at < (found?.range?.[2] ?? 0) - 1) continue;
      copy[at] = (copy[at] ?? 0) ^ (1 + random(255));
      const reports = await verifyPdf(copy, {}).catch((error: unknown) => String(error));
      if (typeof reports !== "string" && reports.length === 1 && reports[0]?.valid) missed.push(`${at}`);
    }
    expect(missed).toEqual([]);
  }, 60_000);

  it("says what is wrong", async () => {
    const signed = await sign(withTable, asa);
    const text = Buffer.from(signed).toString("latin1");
    const problemsOf = async (from: string, to: string) => {
      const [report] = await verifyPdf(new Uint8Array(Buffer.from(text.replace(from, to), "latin1")), {});
      return report?.problems;
    };
    expect(await problemsOf("(Contract", "(Kontract")).toEqual(["What it covers was changed after it was made."]);
    expect(await problemsOf("/ByteRange[0 ", "/ByteRange[1 ")).toEqual([
      "It does not cover the beginning of the file.",
    ]);
    const gap = /\/ByteRange\[0 (\d+) (\d+)/.exec(text);
    const [whole = "", first = "", second = ""] = gap ?? [];
    const wider = whole.replace(second, String(Number(second) + 9));
    expect(await problemsOf(whole, wider.padEnd(whole.length))).toEqual([
      expect.stringMatching(/leaves out something other|not in the file/),
    ]);
    expect(first).not.toBe("");
  });

  it("by somebody with a certificate that may not sign others is not trusted", async () => {
    const clerk = await makeCertificate({ name: "Clerk", issuer: root });
    const forged = await makeCertificate({ name: "Director", issuer: clerk });
    const signed = await sign(withTable, await makeIdentity(forged, clerk, root));
    const [report] = await verifyPdf(signed, { trusted: [root.der] });
    expect(report).toMatchObject({ valid: true, trusted: false });
  });
});

describe("an identity", () => {
  it("is read from PEM in any order, its own certificate first", async () => {
    const shuffled = identityPem({ ...asa, certificates: asa.certificates.toReversed() });
    const read = await readIdentity(shuffled, "");
    expect(read.certificates.map((der) => Buffer.from(der).toString("hex"))).toEqual(
      asa.certificates.map((der) => Buffer.from(der).toString("hex")),
    );
  });

  it.each([
    ["nothing", new Uint8Array(10), "The file is neither PKCS#12 nor PEM."],
    ["too much", new Uint8Array(300_000), "The file has 300000 bytes; keys and certificates are smaller."],
  ])("is refused when the file is %s", async (_, file, message) => {
    await expect(readIdentity(file, "")).rejects.toThrow(message);
  });

  it.each([
    ["PKCS#12", bytesOf(MODERN_PKCS12)],
    ["PEM with an encrypted key", new TextEncoder().encode(ENCRYPTED_PEM)],
  ])("is read from %s only by its password", async (_, file) => {
    const { certificates } = await readIdentity(file, "geheim");
    expect(signerName(certificates)).toBe("PKCS12 Test");
    for (const wrong of ["", "falsch"]) {
      await expect(readIdentity(file, wrong)).rejects.toMatchObject({ code: "identity_wrong_password" });
    }
  });

  it("is refused if its encryption is no longer safe, or takes too long", async () => {
    await expect(readIdentity(bytesOf(LEGACY_PKCS12), "geheim")).rejects.toThrow(
      /no longer safe.*openssl pkcs12 -legacy/,
    );
    await expect(readIdentity(bytesOf(SLOW_PKCS12), "geheim")).rejects.toThrow("takes more than 100000 rounds");
  });

  it("is refused without its certificate, and with that of another key", async () => {
    const key = identityPem({ ...asa, certificates: [] });
    await expect(readIdentity(key, "")).rejects.toThrow("The file has no certificate beside the key.");
    const foreign = identityPem({ ...asa, certificates: [root.der] });
    await expect(readIdentity(foreign, "")).rejects.toThrow(
      "None of the certificates in the file belongs to the private key.",
    );
  });
});
