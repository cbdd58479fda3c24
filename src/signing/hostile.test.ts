import { BitString, Integer, Sequence } from "asn1js";
import { Certificate } from "pkijs";
import { beforeAll, describe, expect, it } from "vitest";
import { Failure } from "../domain/failure.ts";
import { present } from "../domain/present.ts";
import { deflate } from "../image/compression/flate.ts";
import { openPdf } from "../pdf/document.ts";
import { dict, name, PdfStream } from "../pdf/objects.ts";
import { readSecurityStore } from "../pdf/signature/security-store.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { writePdf } from "../pdf/writer.ts";
import { parseCertificate } from "./certificate.ts";
import { CertificateChecks } from "./certificate-checks.ts";
import { gatherValidationData } from "./gather-validation-data.ts";
import { readCertificates, readIdentity } from "./identity.ts";
import { crlStatement, ocspStatement } from "./revocation.ts";
import { asPem, makeCertificate, type TestAuthority } from "./testing/make-identity.ts";
import { revocationList } from "./testing/make-revocation.ts";
import { verifyPdf } from "./verify-pdf.ts";
import { NOTHING_COVERED, verifySignedData } from "./verify-signed-data.ts";

/** Nested values, each with its correct length. */
function nested(depth: number): Uint8Array {
  const headers: Uint8Array[] = [];
  for (let length = 0; headers.length < depth; ) {
    const header =
      length < 128 ? [0x30, length] : [0x30, 0x83, (length >> 16) & 255, (length >> 8) & 255, length & 255];
    headers.push(Uint8Array.from(header));
    length += header.length;
  }
  return new Uint8Array(Buffer.concat(headers.reverse()));
}

const ABSURD: [string, Uint8Array][] = [
  ["nothing", new Uint8Array(0)],
  ["zeros", new Uint8Array(50_000)],
  ["values in values", nested(12_000)],
  ["a length without an end", Uint8Array.of(0x30, 0x80, 0x30, 0x80)],
  ["a length beyond the end", Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff)],
  ["a length of many digits", Uint8Array.of(0x30, 0xff, ...new Uint8Array(127))],
];

let root: TestAuthority;
let own: TestAuthority;

beforeAll(async () => {
  root = await makeCertificate({ name: "Root" });
  own = await makeCertificate({ name: "Own", issuer: root, crlUrl: "http://root/crl" });
});

describe.each(ABSURD)("%s", (_, bytes) => {
  it("is not a certificate, identity or signature, and says nothing about a revocation", async () => {
    expect(() => parseCertificate(bytes)).toThrow(Failure);
    expect(() => readCertificates(asPem("CERTIFICATE", bytes))).toThrow(Failure);
    await expect(readIdentity(bytes, "")).rejects.toThrow(Failure);
    const { faults } = await verifySignedData(bytes, NOTHING_COVERED, new CertificateChecks());
    expect(faults.length).toBeGreaterThan(0);
    for (const read of [ocspStatement, crlStatement])
      expect(await read(bytes, own.certificate, root.certificate, new CertificateChecks())).toBeUndefined();
  });
});

describe("a certificate", () => {
  it("whose key has half a million bits vouches for nobody, and says so at once", async () => {
    const huge = Certificate.fromBER(Uint8Array.from(root.der));
    const number = () => new Integer({ valueHex: new Uint8Array(65_536).fill(0x7f).buffer });
    const key = new Sequence({ value: [number(), number()] });
    huge.subjectPublicKeyInfo.algorithm.algorithmId = "1.2.840.113549.1.1.1";
    huge.subjectPublicKeyInfo.subjectPublicKey = new BitString({ valueHex: key.toBER(false) });
    expect(await new CertificateChecks().isSignedBy(own.certificate, huge)).toBe(false);
  });

  it("whose issuers are endless is not followed endlessly", async () => {
    const addresses = { issuerUrl: "http://more/certificate", crlUrl: "http://more/crl" };
    const above = [await makeCertificate({ name: "0" })];
    for (let index = 1; index < 16; index++) {
      const issuer = present(above.at(-1));
      above.push(await makeCertificate({ name: String(index), issuer, isAuthority: true, ...addresses }));
    }
    const first = present(above.pop());
    let issuer = first;
    const gathered = gatherValidationData(
      [[{ certificate: first.certificate, der: first.der }]],
      async ({ kind }) => {
        if (kind === "crl") return await revocationList(issuer, [], { from: new Date("2026-01-01") });
        issuer = present(above.pop());
        return issuer.der;
      },
      new Date("2026-01-02"),
      new CertificateChecks(),
    );
    await expect(gathered).rejects.toThrow("its chain has more than 12 certificates");
    expect(above).toHaveLength(3);
  });
});

describe("a store of revocation", () => {
  it("that unpacks to gigabytes is read up to a limit, and verifying ends", async () => {
    const document = openPdf(buildPages(1));
    const body = deflate(new Uint8Array(3 * 1024 * 1024));
    const bomb = document.add(new PdfStream(dict({ Filter: name("FlateDecode"), Length: body.length }), body));
    const list = Array.from({ length: 5_000 }, () => bomb);
    document.catalog.set("DSS", dict({ OCSPs: list, CRLs: list, Certs: list }));
    const bytes = writePdf(document);
    const { certificates, ocsps, crls } = readSecurityStore(openPdf(bytes));
    expect(certificates.length + ocsps.length + crls.length).toBeLessThan(8);
    expect(await verifyPdf(bytes, {})).toEqual([]);
  });

  it("that is not one is empty", () => {
    const document = openPdf(buildPages(1));
    for (const store of [7, [1], dict({ OCSPs: 1, CRLs: [1, null, dict({})], Certs: dict({}), VRI: [] })]) {
      document.catalog.set("DSS", store);
      expect(readSecurityStore(document)).toEqual({ certificates: [], ocsps: [], crls: [] });
    }
  });
});
