import { beforeAll, describe, expect, it } from "vitest";
import { present } from "../domain/present.ts";
import { openPdf, type PdfDocument } from "../pdf/document.ts";
import { dict, name, type PdfDict, type PdfObject, PdfRef } from "../pdf/objects.ts";
import { IncrementalUpdate } from "../pdf/signature/incremental-update.ts";
import { encodeText } from "../pdf/text-strings.ts";
import { writePdf } from "../pdf/writer.ts";
import type { SigningIdentity } from "./identity.ts";
import { signPdf } from "./sign-pdf.ts";
import { contract } from "./testing/forgeries.ts";
import { makeCertificate, makeIdentity } from "./testing/make-identity.ts";
import { verifyPdf } from "./verify-pdf.ts";

/** ISO 32000-2, 12.7.5.5 and 12.8.2.4: what a signature locks. */

let author: SigningIdentity;
beforeAll(async () => {
  author = await makeIdentity(await makeCertificate({ name: "Author" }));
});

const statement = { signedAt: new Date("2026-03-01T12:00:00Z") };

/** The contract with fields "memo", "agree" and "address.city", signed in a field that locks some of them. */
async function signedWithLock(lock: Record<string, PdfObject>): Promise<Uint8Array> {
  const document = openPdf(contract());
  const page = present(document.pages[0]);
  const form = present(document.dict(document.catalog.get("AcroForm")));
  const city = document.add(
    dict({ Subtype: name("Widget"), FT: name("Tx"), T: encodeText("city"), V: encodeText("Bonn"), Rect: [0, 0, 0, 0] }),
  );
  const address = document.add(dict({ T: encodeText("address"), Kids: [city] }));
  present(document.dict(city)).set("Parent", address);
  const entries = { Subtype: name("Widget"), FT: name("Sig"), T: encodeText("Director"), Rect: [0, 0, 0, 0] };
  const stated = dict({ Type: name("SigFieldLock"), ...lock });
  const director = document.add(dict({ ...entries, Lock: stated }));
  const second = document.add(dict({ ...entries, T: encodeText("Witness") }));
  form.set("Fields", [...(document.array(form.get("Fields")) ?? []), address, director, second]);
  page.dict.set("Annots", [...(document.array(page.dict.get("Annots")) ?? []), city, director, second]);
  const { bytes } = await signPdf(writePdf(document), author, { statement, field: "Director" });
  expect(await verifyPdf(bytes, {})).toMatchObject([{ status: "valid", changesAllowed: true, remarks: [] }]);
  return bytes;
}

/** Sets values of fields by an update. */
function filled(bytes: Uint8Array, values: Record<string, PdfObject>): Uint8Array {
  const update = IncrementalUpdate.open(bytes, {}, () => false);
  const { document } = update;
  for (const [field, value] of Object.entries(values)) {
    const { ref, entries } = fieldOf(document, field);
    entries.set("V", value);
    update.touch(ref);
  }
  return update.write().bytes;
}

function fieldOf(document: PdfDocument, title: string): { ref: PdfRef; entries: PdfDict } {
  for (const ref of document.array(present(document.pages[0]).dict.get("Annots")) ?? []) {
    const entries = document.dict(ref);
    const own = document.string(entries?.get("T"));
    if (entries && ref instanceof PdfRef && own && Buffer.from(own.bytes).toString("latin1") === title)
      return { ref, entries };
  }
  throw new Error(`There is no field ${title}.`);
}

const text = encodeText;

describe("what a signature locks", () => {
  it.each<[string, Record<string, PdfObject>, string, boolean]>([
    ["all fields", { Action: name("All") }, "memo", false],
    ["all fields", { Action: name("All") }, "city", false],
    ["one field", { Action: name("Include"), Fields: [text("memo")] }, "memo", false],
    ["one field", { Action: name("Include"), Fields: [text("memo")] }, "city", true],
    ["a group of fields", { Action: name("Include"), Fields: [text("address")] }, "city", false],
    ["all fields but one", { Action: name("Exclude"), Fields: [text("memo")] }, "memo", true],
    ["all fields but one", { Action: name("Exclude"), Fields: [text("memo")] }, "city", false],
    ["all fields but a group", { Action: name("Exclude"), Fields: [text("address")] }, "city", true],
  ])("%s: %j, and %s is filled in", async (_, lock, field, isAllowed) => {
    const bytes = filled(await signedWithLock(lock), { [field]: text("other") });
    const [report] = await verifyPdf(bytes, {});
    expect(report).toMatchObject({ status: "valid", changes: ["forms"], changesAllowed: isAllowed });
    const full = field === "city" ? "address.city" : field;
    const remark = `The signature locks the field "${full}", and the value was changed.`;
    expect(report?.remarks).toEqual(isAllowed ? [] : [remark]);
  });

  it("is named in its dictionary, where other readers look for it", async () => {
    const document = openPdf(await signedWithLock({ Action: name("Include"), Fields: [text("memo")] }));
    const value = present(document.dict(fieldOf(document, "Director").entries.get("V")));
    const [reference] = (document.array(value.get("Reference")) ?? []).map((each) => document.dict(each));
    expect(document.name(reference?.get("TransformMethod"))).toBe("FieldMDP");
    const stated = document.dict(reference?.get("TransformParams"));
    expect([document.name(stated?.get("Action")), stated?.get("Fields")]).toEqual(["Include", [text("memo")]]);
    expect(reference?.get("Data")).toEqual(document.trailer.get("Root"));
  });

  it("leaves empty signature fields to be signed, unless they are named", async () => {
    const signedAgain = async (lock: Record<string, PdfObject>) => {
      const { bytes } = await signPdf(await signedWithLock(lock), author, { statement, field: "Witness" });
      return (await verifyPdf(bytes, {})).map(({ status, changesAllowed }) => [status, changesAllowed]);
    };
    expect(await signedAgain({ Action: name("All") })).toEqual([
      ["valid", true],
      ["valid", true],
    ]);
    expect(await signedAgain({ Action: name("Include"), Fields: [text("Witness")] })).toEqual([
      ["valid", false],
      ["valid", true],
    ]);
  });

  it("may be the whole document", async () => {
    const bytes = await signedWithLock({ Action: name("Include"), Fields: [text("memo")], P: 1 });
    const [report] = await verifyPdf(filled(bytes, { city: text("Ulm") }), {});
    expect(report).toMatchObject({ status: "valid", changes: ["forms"], changesAllowed: false });
  });

  it("is locked from then on: what was filled in before is not told", async () => {
    const bytes = await signedWithLock({ Action: name("All") });
    const { bytes: twice } = await signPdf(filled(bytes, { city: text("Ulm") }), author, {
      statement,
      field: "Witness",
    });
    const reports = await verifyPdf(twice, {});
    expect(reports.map(({ changesAllowed }) => changesAllowed)).toEqual([false, true]);
  });
});
