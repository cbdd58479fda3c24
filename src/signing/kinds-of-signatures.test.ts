import { Integer, Sequence } from "asn1js";
import { Certificate } from "pkijs";
import { beforeAll, describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { WorkMeter } from "../domain/work-meter.ts";
import { openPdf, type PdfDocument } from "../pdf/document.ts";
import { dict, name, type PdfObject, PdfRef, PdfStream } from "../pdf/objects.ts";
import { IncrementalUpdate } from "../pdf/signature/incremental-update.ts";
import { readSignatures } from "../pdf/signature/read-signatures.ts";
import { digestOfRange, insertSignature, prepareSignature } from "../pdf/signature/sign-document.ts";
import { isSigned } from "../pdf/signature/signed-document.ts";
import { encodeText } from "../pdf/text-strings.ts";
import { writePdf } from "../pdf/writer.ts";
import { CertificateChecks } from "./certificate-checks.ts";
import { contentOf, derFromBer, readDer, valuesIn, wholeOf } from "./der.ts";
import type { SigningIdentity } from "./identity.ts";
import { signPdf } from "./sign-pdf.ts";
import { signDigest } from "./signed-data.ts";
import { contract } from "./testing/forgeries.ts";
import { makeCertificate, makeIdentity, type TestAuthority } from "./testing/make-identity.ts";
import { verifyPdf } from "./verify-pdf.ts";

const statement = { signedAt: new Date("2026-03-01T12:00:00Z"), reason: "Contract" };

let root: TestAuthority;
let author: SigningIdentity;
let signed: Uint8Array;

const signedBy = async (identity: SigningIdentity, bytes = contract()) =>
  (await signPdf(bytes, identity, { statement })).bytes;

beforeAll(async () => {
  root = await makeCertificate({ name: "Root" });
  author = await makeIdentity(await makeCertificate({ name: "Author", issuer: root, algorithm: "rsa" }), root);
  signed = await signedBy(author);
});

/** The file with another CMS in the same place. */
function withContents(bytes: Uint8Array, change: (cms: Uint8Array) => Uint8Array): Uint8Array {
  const [found] = readSignatures(openPdf(bytes), bytes);
  const range = present(found?.range);
  const cms = wholeOf(present(readDer(present(found).contents)));
  return insertSignature({ bytes: bytes.slice(), range }, change(cms));
}

/** A value whose end is marked instead of stated (X.690, 8.1.3.6). */
const openEnded = (tag: number, ...content: Uint8Array[]) =>
  new Uint8Array(Buffer.concat([Buffer.of(tag, 0x80), ...content, Buffer.of(0, 0)]));

describe("a signature that is valid", () => {
  it("stays so in BER, with what is signed sent in BER, too", async () => {
    const inBer = (cms: Uint8Array) => {
      const [type, wrapped] = [...valuesIn(present(readDer(cms)))];
      const [data] = [...valuesIn(present(wrapped))];
      const parts = [...valuesIn(data)];
      const [signer] = [...valuesIn(present(parts.at(-1)))];
      const members = [...valuesIn(signer)].map((each) =>
        each.tag === 0xa0 ? openEnded(0xa0, contentOf(each)) : wholeOf(each),
      );
      const signers = openEnded(0x31, openEnded(0x30, ...members));
      const inner = openEnded(0x30, ...parts.slice(0, -1).map(wholeOf), signers);
      return openEnded(0x30, wholeOf(present(type)), openEnded(0xa0, inner));
    };
    expect(await verifyPdf(withContents(signed, inBer), {})).toMatchObject([{ status: "valid", problems: [] }]);
  });

  it("stays so with bytes of any kind behind it", async () => {
    const followed = withContents(signed, (cms) => new Uint8Array(Buffer.concat([cms, Buffer.from("padding \xff")])));
    expect(await verifyPdf(followed, {})).toMatchObject([{ status: "valid", valid: true }]);
  });

  it("stays so without anybody who may vouch for it, who is then not trusted", async () => {
    const clerk = await makeCertificate({ name: "Clerk", issuer: root });
    const other = await makeCertificate({ name: "Other", issuer: clerk });
    const [report] = await verifyPdf(await signedBy(await makeIdentity(other, clerk, root)), { trusted: [root.der] });
    expect(report).toMatchObject({ status: "valid", trusted: false, chain: [] });
    expect(report?.remarks).toEqual(['"Clerk" issued a certificate of its chain, but may not issue any.']);
  });

  it("stays so with a root of any kind: without constraints, by a hash of old times", async () => {
    const plain = await makeCertificate({ name: "Plain", isAuthority: false });
    const own = await makeCertificate({ name: "Own", issuer: plain });
    const bytes = await signedBy(await makeIdentity(own));
    expect(await verifyPdf(bytes, { trusted: [plain.der] })).toMatchObject([{ status: "valid", trusted: true }]);
    const alone = await signedBy(await makeIdentity(plain));
    expect(await verifyPdf(alone, {})).toMatchObject([{ status: "valid", remarks: [] }]);
    const old = Certificate.fromBER(Uint8Array.from(root.der));
    old.signatureAlgorithm.algorithmId = "1.2.840.113549.1.1.4";
    old.signature.algorithmId = "1.2.840.113549.1.1.4";
    const leaf = await makeCertificate({ name: "Leaf", issuer: root });
    const der = new Uint8Array(old.toSchema(false).toBER(false));
    const chained = await signedBy(await makeIdentity(leaf, { ...root, certificate: old, der }));
    expect(await verifyPdf(chained, {})).toMatchObject([{ status: "valid", chain: [{ subject: "CN=Root" }] }]);
  });

  it("stays so with another authority of the same name beside it", async () => {
    const namesake = await makeCertificate({ name: "Root" });
    const own = await makeCertificate({ name: "Own", issuer: root });
    const bytes = await signedBy(await makeIdentity(own, namesake, root));
    expect(await verifyPdf(bytes, { trusted: [root.der] })).toMatchObject([{ status: "valid", trusted: true }]);
  });
});

describe("a signature that cannot be checked", () => {
  it("says why, and is neither valid nor broken", async () => {
    const text = Buffer.from(signed).toString("latin1");
    const other = new Uint8Array(Buffer.from(text.replace("ETSI.CAdES.detached", "ADBE.Other.detached"), "latin1"));
    expect(await verifyPdf(other, {})).toMatchObject([
      { status: "unknown", valid: false, problems: [expect.stringContaining("ADBE.Other.detached")] },
    ]);
    const outsider = await makeCertificate({ name: "Root" });
    const own = await makeCertificate({ name: "Own", issuer: root });
    expect(await verifyPdf(await signedBy(await makeIdentity(own, outsider)), {})).toMatchObject([
      { status: "unknown", problems: ['The certificate of "Own" is not signed by "Root", which it names.'] },
    ]);
  });

  it("has no certificate of its signer", async () => {
    const stripped = withContents(signed, (cms) => {
      const text = Buffer.from(cms);
      const [, wrapped] = [...valuesIn(present(readDer(text)))];
      const [data] = [...valuesIn(present(wrapped))];
      const parts = [...valuesIn(data)].filter(({ tag }) => tag !== 0xa0).map(wholeOf);
      const [type] = [...valuesIn(present(readDer(text)))];
      return present(derFromBer(openEnded(0x30, wholeOf(present(type)), openEnded(0xa0, openEnded(0x30, ...parts)))));
    });
    expect(await verifyPdf(stripped, {})).toMatchObject([
      { status: "unknown", problems: ["It does not carry the certificate of its signer."] },
    ]);
    // what it says it covers is another matter
    const changed = stripped.with(11, 65);
    expect(await verifyPdf(changed, {})).toMatchObject([
      { status: "broken", problems: expect.arrayContaining(["What it covers was changed after it was made."]) },
    ]);
  });
});

describe("certificates", () => {
  it("that issue each other in circles are verified once a pair, and no further than ten", async () => {
    const keys = [await makeCertificate({ name: "A" }), await makeCertificate({ name: "B" })];
    const all: TestAuthority[] = [];
    for (let index = 0; index < 24; index++) {
      const issuer = present(keys[(index + 1) % 2]);
      const made = await makeCertificate({ name: index % 2 === 0 ? "A" : "B", issuer, isAuthority: true });
      all.push({ ...made, certificate: Certificate.fromBER(Uint8Array.from(made.der)) });
    }
    const work = new WorkMeter();
    const checks = new CertificateChecks(work);
    const first = present(all[0]);
    const once = await checks.chainOf(first, all);
    expect(once.chain.length).toBeLessThanOrEqual(10);
    for (let round = 0; round < 5; round++) await checks.chainOf(first, all);
    expect(work.counts.get("signature")).toBeLessThanOrEqual(40);
    const poor = await new CertificateChecks(new WorkMeter().share(0)).chainOf(first, [first, ...keys]);
    expect(poor).toMatchObject({ chain: [first], fault: undefined });
    expect(poor.remark).toContain("more than are verified in one call");
  });
});

describe("BER", () => {
  it("becomes DER: stated lengths, strings in one piece, sets in order", () => {
    const ber = openEnded(
      0x31,
      Uint8Array.of(2, 1, 9),
      openEnded(0x24, Uint8Array.of(4, 1, 1), Uint8Array.of(4, 1, 2)),
    );
    expect(derFromBer(ber)).toEqual(Uint8Array.of(0x31, 7, 2, 1, 9, 4, 2, 1, 2));
    const long = new Sequence({ value: [new Integer({ valueHex: new Uint8Array(300).fill(1).buffer })] });
    const der = new Uint8Array(long.toBER(false));
    expect(derFromBer(der)).toEqual(der);
    for (const damaged of [[0x30], [0x30, 0x80], [0x30, 5, 1], [0x30, 0x85, 0, 0, 0, 0, 1], [0x04, 0x80, 0, 0]])
      expect(derFromBer(Uint8Array.from(damaged))).toBeUndefined();
  });
});

describe("what writers do after a signature", () => {
  const afterwards = async (change: (update: IncrementalUpdate, document: PdfDocument) => void, bytes = signed) => {
    const update = IncrementalUpdate.open(bytes, {}, () => false);
    change(update, update.document);
    const [report] = await verifyPdf(update.write().bytes, {});
    return report;
  };
  const fieldAt = (document: PdfDocument, index: number) => {
    const ref = document.array(document.pages[0]?.dict.get("Annots"))?.[index];
    if (!(ref instanceof PdfRef)) throw new Error("There is no such field.");
    return { ref, entries: present(document.dict(ref)) };
  };

  it("is no change if objects are written again as they were, in another order of entries", async () => {
    const report = await afterwards((update, document) => {
      for (const { ref, dict: entries } of document.pages) {
        const reversed = [...entries].reverse();
        entries.clear();
        for (const [key, value] of reversed) entries.set(key, value);
        update.touch(ref);
      }
    });
    expect(report).toMatchObject({ status: "valid", changes: [], remarks: [] });
  });

  it("is no change of content if numbers are rounded, or resources gain a font that no page uses", async () => {
    const gain = (fontName: string) => (update: IncrementalUpdate, document: PdfDocument) => {
      const page = present(document.pages[0]);
      page.dict.set("MediaBox", [0, 0, 300.0000004, 199.9999996]);
      update.touch(page.ref);
      const resources = page.dict.get("Resources");
      const fonts = present(document.dict(document.dict(resources)?.get("Font")));
      fonts.set(fontName, dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Courier") }));
      if (resources instanceof PdfRef) update.touch(resources);
    };
    expect(await afterwards(gain("F99"))).toMatchObject({ status: "valid", changes: [] });
    // the page names it, and nothing was there: with it, the page would show something else
    const waiting = await signedBy(author, contract(" /F99 9 Tf"));
    expect(await afterwards(gain("F98"), waiting)).toMatchObject({ status: "valid" });
    expect(await afterwards(gain("F99"), waiting)).toMatchObject({ status: "broken", changes: ["content"] });
  });

  it("is no change of content if a stream is compressed, or an array becomes an object of its own", async () => {
    const report = await afterwards((update, document) => {
      const page = present(document.pages[0]);
      page.dict.set("Annots", update.add(document.array(page.dict.get("Annots")) ?? []));
      const contents = page.dict.get("Contents");
      const plain = Buffer.from("q 1 0 0 1 10 100 cm /X Do Q BT /F1 9 Tf 9 9 Td (End) Tj ET").toString("hex");
      if (!(contents instanceof PdfRef)) throw new Error("The contents are not an object.");
      const body = new TextEncoder().encode(`${plain}>`);
      document.objects.set(
        contents.number,
        new PdfStream(dict({ Filter: name("ASCIIHexDecode"), Length: body.length }), body),
      );
      update.touch(contents);
      update.touch(page.ref);
    });
    expect(report).toMatchObject({ status: "valid", changes: [] });
  });

  it("is a change of forms if a field is filled in, drawn anew, or set to be read only", async () => {
    const filled = await afterwards((update, document) => {
      const { ref, entries } = fieldAt(document, 2);
      entries.set("V", name("Yes")).set("AS", name("Yes")).set("Ff", 1);
      update.touch(ref);
    });
    expect(filled).toMatchObject({ status: "valid", changes: ["forms"], changesAllowed: true });
    const drawn = await afterwards((update, document) => {
      const { ref, entries } = fieldAt(document, 0);
      const font = dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Helvetica") });
      const body = new TextEncoder().encode("BT /H 8 Tf 3 3 Td (one) Tj ET");
      const resources = dict({ Font: dict({ H: font }) });
      const entriesOfLook = dict({
        Subtype: name("Form"),
        BBox: [0, 0, 50, 15],
        Resources: resources,
        Length: body.length,
      });
      entries.set("AP", dict({ N: update.add(new PdfStream(entriesOfLook, body)) }));
      update.touch(ref);
    });
    expect(drawn).toMatchObject({ status: "valid", changes: ["forms"] });
  });

  it("is only a signature if its field goes into the structure of a tagged file", async () => {
    const second = await makeIdentity(await makeCertificate({ name: "Second" }));
    const twice = await signedBy(second, signed);
    const report = await afterwards((update, document) => {
      const tree = present(document.catalog.get("StructTreeRoot"));
      const entries = present(document.dict(tree));
      const { ref } = fieldAt(document, 5);
      const element = update.add(
        dict({
          ...{ Type: name("StructElem"), S: name("Form"), P: tree, Alt: encodeText("Signature") },
          K: dict({ Type: name("OBJR"), Obj: ref }),
        }),
      );
      entries.set("K", [...(document.array(entries.get("K")) ?? []), element]);
      const parents = document.array(document.dict(entries.get("ParentTree"))?.get("Nums")) ?? [];
      entries.set("ParentTree", update.add(dict({ Kids: [update.add(dict({ Nums: [...parents, 9, element] }))] })));
      entries.set("ParentTreeNextKey", 10);
      if (tree instanceof PdfRef) update.touch(tree);
    }, twice);
    expect(report).toMatchObject({ status: "valid", changes: ["signatures"], changesAllowed: true });
  });
});

describe("a signature whose widget only its page has", () => {
  /** Signed once more, by a field that the form does not get to list. */
  async function signedOnPageOnly() {
    const identity = await makeIdentity(await makeCertificate({ name: "Second" }));
    const options = { statement: { ...statement, subFilter: "ETSI.CAdES.detached" as const }, contentsBytes: 8192 };
    const box = { page: 1, leftPoints: 200, topPoints: 20, widthPoints: 80, heightPoints: 30 };
    const prepared = prepareSignature(signed, { ...options, box, look: { text: "Signed", fonts: [] } });
    const text = Buffer.from(prepared.bytes).toString("latin1");
    const form = present(openPdf(signed).dict(openPdf(signed).catalog.get("AcroForm"))).get("Fields");
    if (!(form instanceof PdfRef)) throw new Error("The list of fields is no object of its own.");
    const at = text.lastIndexOf(`\n${form.number} 0 obj`);
    expect(at).toBeGreaterThan(signed.length - 1);
    const last = present(/ ?\d+ 0 R\s*\]/.exec(text.slice(at)));
    const blank = "]".padStart(last[0].length);
    prepared.bytes.set(Buffer.from(blank, "latin1"), at + last.index);
    const digest = (algorithm: string) => digestOfRange(prepared.bytes, prepared.range, algorithm);
    return insertSignature(prepared, await signDigest(identity, digest, undefined));
  }

  it("is listed, verified, and a signature for the one before it", async () => {
    const twice = await signedOnPageOnly();
    expect(isSigned(openPdf(twice))).toBe(true);
    const reports = await verifyPdf(twice, {});
    expect(reports.map(({ status, signer, coversWholeFile }) => [status, signer, coversWholeFile])).toEqual([
      ["valid", "Author", false],
      ["valid", "Second", true],
    ]);
    expect(reports[0]).toMatchObject({ changes: ["signatures"], changesAllowed: true });
    expect(reports[0]?.remarks.join()).toContain("a later signature shows a picture");
  });

  it("is protected as those of the form are", async () => {
    const twice = await signedOnPageOnly();
    const widgetOf = (document: PdfDocument) => {
      const ref = document.array(document.pages[0]?.dict.get("Annots"))?.at(-1);
      if (!(ref instanceof PdfRef)) throw new Error("There is no widget.");
      return { ref, entries: present(document.dict(ref)) };
    };
    const statusesAfter = async (change: (entries: Map<string, PdfObject>) => void) => {
      const update = IncrementalUpdate.open(twice, {}, () => false);
      const { ref, entries } = widgetOf(update.document);
      change(entries);
      update.touch(ref);
      return (await verifyPdf(update.write().bytes, {})).map(({ status }) => status);
    };
    expect(await statusesAfter((entries) => entries.set("Rect", [0, 0, 300, 200]))).toEqual(["valid", "broken"]);
    expect(await statusesAfter((entries) => entries.set("T", encodeText("Director")))).toEqual(["valid", "broken"]);
    expect(await statusesAfter((entries) => entries.delete("AP"))).toEqual(["valid", "broken"]);
  });

  it("is listed once where a page has a copy of a widget of the form", () => {
    const document = openPdf(contract());
    const page = present(document.pages[0]);
    const value = document.add(dict({ Type: name("Sig"), ByteRange: [0, 1, 2, 3], Contents: encodeText("x") }));
    const widget = () =>
      document.add(
        dict({ Subtype: name("Widget"), FT: name("Sig"), T: encodeText("Buyer"), V: value, Rect: [0, 0, 9, 9] }),
      );
    const [own, copy] = [widget(), widget()];
    document.array(present(document.dict(document.catalog.get("AcroForm"))).get("Fields"))?.push(own);
    page.dict.set("Annots", [own, copy]);
    const file = writePdf(document);
    expect(readSignatures(openPdf(file), file)).toHaveLength(1);
  });
});
