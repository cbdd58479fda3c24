import { openPdf, type PdfDocument } from "../../pdf/document.ts";
import { dict, name, PdfDict, type PdfObject, PdfRef, PdfStream } from "../../pdf/objects.ts";
import { IncrementalUpdate } from "../../pdf/signature/incremental-update.ts";
import { encodeText, latin1String } from "../../pdf/text-strings.ts";
import { writePdf } from "../../pdf/writer.ts";
import type { SignatureReport } from "../verify-pdf.ts";

/** A signed file that says something else than was signed, and what has to be told of it. */
export interface Forgery {
  /** After the literature: Mladenov et al. 2019 (USF, ISA, SWA), Mainka et al. 2021 (shadow), Rohlmann et al. 2021 (EAA, SSA). */
  name: string;
  /** What the author allows; without it the signature is nobody's certification. */
  certification?: 1 | 2 | 3;
  forge(signed: Uint8Array, sign: SignAgain): Uint8Array | Promise<Uint8Array>;
  /** What the first report says. */
  expected: Partial<SignatureReport> & { remark?: string };
}

/** Signs as the forger, with a certificate of its own, by a picture over the page. */
type SignAgain = (bytes: Uint8Array) => Promise<Uint8Array>;

const text = encodeText;
const stream = (entries: Record<string, PdfObject>, body: string) => {
  const bytes = new Uint8Array(Buffer.from(body, "latin1"));
  return new PdfStream(dict({ ...entries, Length: bytes.length }), bytes);
};
const look = (body: string, resources: PdfObject = dict({})) =>
  stream({ Type: name("XObject"), Subtype: name("Form"), BBox: [0, 0, 200, 40], Resources: resources }, body);

/**
 * What is signed: a page with a stream in a stream, two kinds of fields, a cover over a sentence, and structure.
 * @param more at the end of what the page shows
 */
export function contract(more = ""): Uint8Array {
  const document = openPdf(BLANK);
  const [page] = document.pages;
  if (!page) throw new Error("There is no page.");
  const font = document.add(dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Helvetica") }));
  const fonts = dict({ Font: dict({ F1: font }) });
  const formFont = document.add(dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Courier") }));
  const amount = document.add(look("BT /F1 14 Tf 5 20 Td (Amount: 100 EUR) Tj ET", fonts));
  const contents = document.add(stream({}, `q 1 0 0 1 10 100 cm /X Do Q BT /F1 9 Tf 9 9 Td (End) Tj ET${more}`));
  page.dict.set("Contents", contents);
  page.dict.set("Resources", document.add(dict({ Font: dict({ F1: font }), XObject: dict({ X: amount }) })));
  const widget = (entries: Record<string, PdfObject>) =>
    document.add(dict({ Type: name("Annot"), Subtype: name("Widget"), P: page.ref, F: 4, ...entries }));
  const memo = widget({
    ...{ FT: name("Tx"), T: text("memo"), V: text("one"), DA: latin1String("/Cour 9 Tf"), Rect: [10, 10, 60, 25] },
    AP: dict({
      N: document.add(look("/Tx BMC BT /Cour 9 Tf 2 2 Td (one) Tj ET EMC", dict({ Font: dict({ Cour: formFont }) }))),
    }),
  });
  const shared = widget({ FT: name("Tx"), T: text("shared"), F: 2, Rect: [0, 0, 1, 1], AP: dict({ N: amount }) });
  const [on, off] = [document.add(look("0 0 9 9 re f")), document.add(look(""))];
  const agree = widget({
    ...{ FT: name("Btn"), T: text("agree"), V: name("Off"), AS: name("Off"), Rect: [70, 10, 80, 20] },
    AP: dict({ N: dict({ Yes: on, Off: off }) }),
  });
  const cover = document.add(
    dict({
      ...{ Type: name("Annot"), Subtype: name("Square"), P: page.ref, F: 4, Rect: [10, 60, 100, 80], IC: [1, 1, 1] },
      AP: dict({ N: document.add(look("1 g 0 0 90 20 re f")) }),
    }),
  );
  page.dict.set("Annots", [memo, shared, agree, cover]);
  const fields = document.add([memo, shared, agree]);
  document.catalog.set(
    "AcroForm",
    document.add(dict({ Fields: fields, DR: dict({ Font: dict({ Cour: formFont }) }) })),
  );
  const element = document.add(dict({ Type: name("StructElem"), S: name("P"), ActualText: text("100 EUR") }));
  document.catalog.set("StructTreeRoot", document.add(dict({ Type: name("StructTreeRoot"), K: [element] })));
  return writePdf(document);
}

const BLANK = new Uint8Array(
  Buffer.from(
    "%PDF-1.7\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>\nendobj\n" +
      "3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>\nendobj\n4 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]>>\nendobj\n" +
      "trailer<</Root 1 0 R/Size 5>>\n%%EOF\n",
    "latin1",
  ),
);

/** The parts of the contract as an update finds them. */
class Parts {
  readonly document: PdfDocument;
  readonly update: IncrementalUpdate;

  constructor(update: IncrementalUpdate) {
    this.update = update;
    this.document = update.document;
  }

  page(index = 0): { ref: PdfRef; dict: PdfDict } {
    const page = this.document.pages[index];
    if (!page) throw new Error("There is no such page.");
    return page;
  }

  /** A dictionary that an entry leads to; it, or what holds it, is written anew. */
  into(holder: PdfDict, ...keys: string[]): PdfDict {
    let entries = holder;
    for (const key of keys) {
      const value = entries.get(key);
      if (value instanceof PdfRef) this.update.touch(value);
      const next = this.document.resolve(value);
      entries = next instanceof PdfStream ? next.dict : (this.document.dict(next) ?? new PdfDict());
    }
    return entries;
  }

  /** Writes another object under the number of one. */
  overwrite(ref: PdfObject | undefined, object: PdfObject): void {
    if (!(ref instanceof PdfRef)) throw new Error("It is not an object of its own.");
    this.document.objects.set(ref.number, object);
    this.update.touch(ref);
  }

  annotation(index: number): { ref: PdfRef; dict: PdfDict } {
    const ref = this.document.array(this.page().dict.get("Annots"))?.[index];
    const entries = this.document.dict(ref);
    if (!(ref instanceof PdfRef) || !entries) throw new Error("There is no such annotation.");
    return { ref, dict: entries };
  }

  field(title: string): { ref: PdfRef; dict: PdfDict } {
    const all = this.document.array(this.page().dict.get("Annots")) ?? [];
    const index = all.findIndex((ref) => {
      const own = this.document.string(this.document.dict(ref)?.get("T"));
      return own && Buffer.from(own.bytes).toString("latin1") === title;
    });
    return this.annotation(index);
  }

  change(part: { ref: PdfRef; dict: PdfDict }, entries: Record<string, PdfObject>): void {
    for (const [key, value] of Object.entries(entries)) part.dict.set(key, value);
    this.update.touch(part.ref);
  }

  get root(): { ref: PdfRef; dict: PdfDict } {
    const ref = this.document.trailer.get("Root");
    if (!(ref instanceof PdfRef)) throw new Error("There is no catalog.");
    return { ref, dict: this.document.catalog };
  }

  /** Puts an annotation on the first page. */
  annotateOnly(entries: Record<string, PdfObject>): PdfRef {
    const page = this.page();
    const ref = this.update.add(dict({ Type: name("Annot"), P: page.ref, Rect: [10, 90, 250, 140], ...entries }));
    this.change(page, { Annots: [...(this.document.array(page.dict.get("Annots")) ?? []), ref] });
    return ref;
  }

  /** Puts an annotation on the first page, and into the form, if it is a field. */
  annotate(entries: Record<string, PdfObject>): PdfRef {
    const ref = this.annotateOnly(entries);
    if ("FT" in entries) {
      const form = this.into(this.root.dict, "AcroForm");
      form.set("Fields", [...(this.document.array(form.get("Fields")) ?? []), ref]);
      this.update.touch(this.root.ref);
    }
    return ref;
  }
}

const later = (change: (parts: Parts) => void) => (signed: Uint8Array) => {
  const update = IncrementalUpdate.open(signed, {}, () => false);
  change(new Parts(update));
  return update.write().bytes;
};

/** Changes the text of the file; the length stays, unless what is changed lies behind all else. */
const rewritten = (change: (file: string) => string) => (signed: Uint8Array) =>
  new Uint8Array(Buffer.from(change(Buffer.from(signed).toString("latin1")), "latin1"));

const swapped = (from: RegExp, to: (found: string) => string) =>
  rewritten((file) => file.replace(from, (found) => to(found).padEnd(found.length)));

const broken = { status: "broken", valid: false } as const;
const contentChanged = { ...broken, changes: ["content"] } satisfies Forgery["expected"];
const CONTENT: Forgery["expected"] = { ...broken, changesAllowed: false };
const stamp = () => look("1 g 0 0 240 50 re f");
/** The gap in a signed file: from the bracket that opens Contents to the one that closes it. */
const GAP = /\/Contents<[0-9a-fA-F]+>/;
const covering = (subtype: string) => (parts: Parts) =>
  parts.annotate({ Subtype: name(subtype), F: 4, AP: dict({ N: parts.update.add(stamp()) }) });

export const FORGERIES: readonly Forgery[] = [
  // what pages show
  {
    name: "a page of another size",
    expected: CONTENT,
    forge: later((parts) => parts.change(parts.page(), { MediaBox: [0, 0, 1, 1] })),
  },
  {
    name: "other contents of a page",
    expected: CONTENT,
    forge: later((parts) => parts.change(parts.page(), { Contents: parts.update.add(stream({}, "0 0 9 9 re f")) })),
  },
  {
    name: "contents written over (ISA)",
    expected: CONTENT,
    forge: later((parts) => parts.overwrite(parts.page().dict.get("Contents"), stream({}, "0 0 9 9 re f"))),
  },
  {
    name: "a form that the contents draw written over",
    expected: CONTENT,
    forge: later((parts) =>
      parts.overwrite(parts.into(parts.page().dict, "Resources", "XObject").get("X"), look("0 0 9 9 re f")),
    ),
  },
  {
    name: "a form freed, so that what it covers is seen (shadow: hide)",
    expected: CONTENT,
    forge: later((parts) => parts.overwrite(parts.into(parts.page().dict, "Resources", "XObject").get("X"), null)),
  },
  {
    name: "resources that name another form (shadow: hide and replace)",
    expected: CONTENT,
    forge: later((parts) =>
      parts.into(parts.page().dict, "Resources", "XObject").set("X", parts.update.add(look("0 0 9 9 re f"))),
    ),
  },
  {
    name: "a font of the page with other letters (shadow: replace)",
    expected: CONTENT,
    forge: later((parts) =>
      parts.overwrite(
        parts.into(parts.page().dict, "Resources", "Font").get("F1"),
        dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Symbol") }),
      ),
    ),
  },
  {
    name: "all pages turned by what they inherit",
    expected: CONTENT,
    forge: later((parts) => {
      parts.into(parts.root.dict, "Pages").set("Rotate", 180);
    }),
  },
  {
    name: "pages in another order",
    expected: CONTENT,
    forge: later((parts) => {
      parts.document.array(parts.into(parts.root.dict, "Pages").get("Kids"))?.reverse();
    }),
  },
  {
    name: "a page taken away",
    expected: CONTENT,
    forge: later((parts) => {
      parts.document.array(parts.into(parts.root.dict, "Pages").get("Kids"))?.pop();
    }),
  },
  {
    name: "a page that is added",
    expected: CONTENT,
    forge: later((parts) => {
      const pages = parts.into(parts.root.dict, "Pages");
      const parent = parts.root.dict.get("Pages") ?? null;
      parts.document
        .array(pages.get("Kids"))
        ?.push(parts.update.add(dict({ Type: name("Page"), Parent: parent, MediaBox: [0, 0, 9, 9] })));
    }),
  },
  {
    name: "another catalog (ISA)",
    expected: CONTENT,
    forge: later((parts) => parts.document.trailer.set("Root", parts.update.add(new PdfDict(parts.document.catalog)))),
  },
  {
    name: "a script that runs when it is opened",
    expected: CONTENT,
    forge: later((parts) =>
      parts.change(parts.root, { OpenAction: dict({ S: name("JavaScript"), JS: text("app.alert(1)") }) }),
    ),
  },
  {
    name: "a script by name",
    expected: CONTENT,
    forge: later((parts) =>
      parts.change(parts.root, {
        Names: dict({ JavaScript: dict({ Names: [text("a"), dict({ S: name("JavaScript"), JS: text("1") })] }) }),
      }),
    ),
  },
  {
    name: "layers that are switched",
    expected: CONTENT,
    forge: later((parts) => parts.change(parts.root, { OCProperties: dict({ OCGs: [], D: dict({}) }) })),
  },
  {
    name: "other words for those who listen",
    expected: CONTENT,
    forge: later((parts) => {
      const kids = parts.document.array(parts.into(parts.root.dict, "StructTreeRoot").get("K"));
      parts.overwrite(kids?.[0], dict({ Type: name("StructElem"), S: name("P"), ActualText: text("900 EUR") }));
    }),
  },

  // what fields show
  {
    name: "a look that the page draws, too, written over (shadow: replace)",
    expected: CONTENT,
    forge: later((parts) =>
      parts.overwrite(parts.into(parts.field("shared").dict, "AP").get("N"), look("0 0 9 9 re f")),
    ),
  },
  {
    name: "another look of a field of the same value (shadow: replace)",
    expected: contentChanged,
    forge: later((parts) =>
      parts.overwrite(
        parts.into(parts.field("memo").dict, "AP").get("N"),
        look(
          "BT /Cour 9 Tf 2 2 Td (nine) Tj ET",
          dict({
            Font: dict({ Cour: dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Courier") }) }),
          }),
        ),
      ),
    ),
  },
  {
    name: "a look of a field that is a picture",
    expected: contentChanged,
    forge: later((parts) =>
      parts.change(parts.field("memo"), {
        AP: dict({ N: parts.update.add(look("/I Do", dict({ XObject: dict({ I: parts.update.add(stamp()) }) }))) }),
      }),
    ),
  },
  {
    name: "a tick drawn where none is",
    expected: contentChanged,
    forge: later((parts) =>
      parts.overwrite(parts.into(parts.field("agree").dict, "AP", "N").get("Off"), look("0 0 9 9 re f")),
    ),
  },
  {
    name: "a font of fields with other letters (shadow: replace)",
    expected: contentChanged,
    forge: later((parts) =>
      parts.overwrite(
        parts.into(parts.root.dict, "AcroForm", "DR", "Font").get("Cour"),
        dict({ Type: name("Font"), Subtype: name("Type1"), BaseFont: name("Symbol") }),
      ),
    ),
  },
  {
    name: "a field of another name",
    expected: contentChanged,
    forge: later((parts) => parts.change(parts.field("memo"), { T: text("other") })),
  },
  {
    name: "a field moved over a sentence",
    expected: { changes: ["annotations"] },
    forge: later((parts) => parts.change(parts.field("memo"), { Rect: [10, 60, 250, 140] })),
  },
  {
    name: "a field that is hidden",
    expected: { changes: ["annotations"] },
    forge: later((parts) => parts.change(parts.field("memo"), { F: 2 })),
  },
  {
    name: "a field taken out of the form",
    expected: { changes: ["annotations"] },
    forge: later((parts) => {
      const form = parts.into(parts.root.dict, "AcroForm");
      form.set("Fields", (parts.document.array(form.get("Fields")) ?? []).slice(1));
      parts.update.touch(parts.root.ref);
    }),
  },
  {
    name: "a cover taken off (shadow: hide)",
    expected: { changes: ["annotations"] },
    forge: later((parts) =>
      parts.change(parts.page(), {
        Annots: (parts.document.array(parts.page().dict.get("Annots")) ?? []).filter(
          (ref) => ref !== parts.annotation(3).ref,
        ),
      }),
    ),
  },

  // certified files
  {
    name: "a form filled in where nothing is allowed",
    certification: 1,
    expected: { changes: ["forms"], changesAllowed: false },
    forge: later((parts) => parts.change(parts.field("agree"), { V: name("Yes"), AS: name("Yes") })),
  },
  {
    name: "a signature where nothing is allowed",
    certification: 1,
    expected: { kind: "certification", changes: ["signatures"], changesAllowed: false },
    forge: later((parts) =>
      parts.annotate({
        ...{ Subtype: name("Widget"), FT: name("Sig"), T: text("new"), Rect: [0, 0, 0, 0] },
        V: parts.update.add(new PdfDict(parts.document.dict(parts.field("Signature1").dict.get("V")))),
      }),
    ),
  },
  {
    name: "a note where only forms are allowed",
    certification: 2,
    expected: { changes: ["annotations"], changesAllowed: false },
    forge: later((parts) => parts.annotate({ Subtype: name("Text") })),
  },
  {
    name: "a field where only filling in is allowed",
    certification: 2,
    expected: { changesAllowed: false },
    forge: later((parts) =>
      parts.annotate({
        Subtype: name("Widget"),
        FT: name("Tx"),
        T: text("new"),
        AP: dict({ N: parts.update.add(stamp()) }),
      }),
    ),
  },
  {
    name: "an unsigned signature field that shows something (SSA)",
    certification: 2,
    expected: { changesAllowed: false, remark: "though nobody has signed it" },
    forge: later((parts) =>
      parts.annotate({
        Subtype: name("Widget"),
        FT: name("Sig"),
        T: text("new"),
        AP: dict({ N: parts.update.add(stamp()) }),
      }),
    ),
  },
  {
    name: "a signature whose picture covers the page (SSA)",
    certification: 2,
    expected: { changes: ["signatures"], remark: "a later signature shows a picture" },
    forge: (signed, sign) => sign(signed),
  },
  ...["FreeText", "Stamp", "Redact", "Highlight", "Ink"].map(
    (kind): Forgery => ({
      name: `a ${kind} annotation over the page (EAA)`,
      certification: 3,
      expected: { changes: ["annotations"], remark: kind },
      forge: later(covering(kind)),
    }),
  ),
  {
    name: "the author's permission taken away",
    certification: 1,
    expected: broken,
    forge: later((parts) => {
      parts.root.dict.delete("Perms");
      parts.update.touch(parts.root.ref);
    }),
  },

  // the signature itself
  {
    name: "another picture of the signature",
    expected: contentChanged,
    forge: later((parts) => parts.overwrite(parts.into(parts.field("Signature1").dict, "AP").get("N"), stamp())),
  },
  {
    name: "the signature moved on its page",
    expected: contentChanged,
    forge: later((parts) => parts.change(parts.field("Signature1"), { Rect: [0, 0, 300, 200] })),
  },
  {
    name: "the signature under another name",
    expected: broken,
    forge: later((parts) => parts.change(parts.field("Signature1"), { T: text("Director") })),
  },
  {
    name: "a second field for the same signature",
    expected: broken,
    forge: later((parts) =>
      parts.annotate({
        Subtype: name("Widget"),
        FT: name("Sig"),
        T: text("Director"),
        V: parts.field("Signature1").dict.get("V") ?? null,
      }),
    ),
  },
  // widgets that only a page has
  {
    name: "a second widget for the same signature, only on the page",
    expected: broken,
    forge: later((parts) =>
      parts.annotateOnly({
        ...{ Subtype: name("Widget"), FT: name("Sig"), T: text("Director") },
        V: parts.field("Signature1").dict.get("V") ?? null,
      }),
    ),
  },
  {
    name: "a copy of the signature with another reason in a widget only on the page",
    expected: { ...broken, field: "Director", reason: "I owe you a million" },
    forge: later((parts) => {
      const value = new PdfDict(parts.document.dict(parts.field("Signature1").dict.get("V")));
      value.set("Reason", text("I owe you a million"));
      const entries = { Subtype: name("Widget"), FT: name("Sig"), T: text("Director"), V: parts.update.add(value) };
      parts.annotateOnly(entries);
    }),
  },
  {
    name: "a copy of the signature above a widget only on the page, which inherits it",
    expected: { ...broken, field: "Board.Director" },
    forge: later((parts) => {
      const value = new PdfDict(parts.document.dict(parts.field("Signature1").dict.get("V")));
      const entries = { FT: name("Sig"), T: text("Board"), V: parts.update.add(value) };
      parts.annotateOnly({ Subtype: name("Widget"), T: text("Director"), Parent: parts.update.add(dict(entries)) });
    }),
  },
  {
    name: "a copy of the signature's widget under its name over a sentence, only on the page (SSA)",
    certification: 3,
    expected: { status: "valid", changes: ["signatures"], remark: "a later signature shows a picture" },
    forge: later((parts) => {
      const { dict: own } = parts.field("Signature1");
      parts.annotateOnly({ ...Object.fromEntries(own), Rect: [10, 90, 250, 140] });
    }),
  },
  {
    name: "an unsigned signature field that shows something, only on the page (SSA)",
    certification: 2,
    expected: { changes: ["annotations"], changesAllowed: false, remark: "though nobody has signed it" },
    forge: later((parts) =>
      parts.annotateOnly({
        ...{ Subtype: name("Widget"), FT: name("Sig"), T: text("new"), F: 4 },
        AP: dict({ N: parts.update.add(stamp()) }),
      }),
    ),
  },
  {
    name: "a signature taken out of the form, and not off its page",
    expected: broken,
    forge: later((parts) => {
      const form = parts.into(parts.root.dict, "AcroForm");
      form.set("Fields", []);
    }),
  },
  {
    name: "a copy of the signature's dictionary with another reason",
    expected: broken,
    forge: later((parts) => {
      const value = parts.into(parts.field("Signature1").dict, "V");
      value.set("Reason", text("I owe you a million"));
    }),
  },
  {
    name: "a forged dictionary in a field of its own",
    expected: broken,
    forge: later((parts) => {
      const value = new PdfDict(parts.document.dict(parts.field("Signature1").dict.get("V")));
      value.set("Reason", text("I owe you a million"));
      parts.field("Signature1").dict.set("V", parts.update.add(value));
      parts.update.touch(parts.field("Signature1").ref);
    }),
  },
  { name: "no range (USF)", expected: broken, forge: swapped(/\/ByteRange\[[^\]]*\]/, () => "") },
  { name: "a range of null (USF)", expected: broken, forge: swapped(/\/ByteRange\[[^\]]*\]/, () => "/ByteRange null") },
  {
    name: "a negative range (USF)",
    expected: broken,
    forge: swapped(/\/ByteRange\[[^\]]*\]/, () => "/ByteRange[0 -1 2 3]"),
  },
  {
    name: "a range of nothing (USF)",
    expected: broken,
    forge: swapped(/\/ByteRange\[[^\]]*\]/, () => "/ByteRange[0 0 0 0]"),
  },
  { name: "no contents (USF)", expected: broken, forge: swapped(GAP, () => "") },
  { name: "empty contents (USF)", expected: broken, forge: swapped(GAP, () => "/Contents<>") },
  { name: "contents of null (USF)", expected: broken, forge: swapped(GAP, () => "/Contents null") },
  {
    name: "contents of zeros (USF)",
    expected: broken,
    forge: swapped(GAP, (gap) => gap.replace(/[0-9a-fA-F](?=[0-9a-fA-F]*>$)/g, "0")),
  },
  { name: "a gap with more than the signature (SWA)", expected: broken, forge: wrapped },
  {
    name: "objects behind it that nothing lists (ISA)",
    expected: CONTENT,
    forge: rewritten((file) => `${file}${pageObject(file)}\n`),
  },
  {
    name: "objects behind it with a trailer but no table (ISA)",
    expected: CONTENT,
    forge: rewritten((file) => `${file}${pageObject(file)}\ntrailer\n<</Root 1 0 R>>\n%%EOF\n`),
  },
  {
    name: "objects behind it with a table that is damaged (ISA)",
    expected: broken,
    forge: rewritten(
      (file) => `${file}${pageObject(file)}\nxref\nnone\ntrailer\n<</Size 9>>\nstartxref\n${file.length}\n%%EOF\n`,
    ),
  },
];

/** Another first page, under the number of the present one. */
function pageObject(file: string): string {
  const document = openPdf(new Uint8Array(Buffer.from(file, "latin1")));
  const number = document.pages[0]?.ref.number ?? 0;
  return `${number} 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>\nendobj`;
}

/** The second signed part goes to the end, and what is changed takes its place; the range says so. */
function wrapped(signed: Uint8Array): Uint8Array {
  const file = Buffer.from(signed).toString("latin1");
  const range = /\/ByteRange\[(\d+) (\d+) (\d+) (\d+)\]( *)/.exec(file);
  if (!range) throw new Error("There is no range.");
  const [whole, , length = "", second = "", secondLength = ""] = range;
  const tail = file.slice(Number(second));
  const inserted = `>>\nendobj\n${pageObject(file)}\n`;
  const moved = Number(second) + inserted.length;
  const stated = `/ByteRange[0 ${length} ${moved} ${secondLength}]`.padEnd(whole.length);
  const start = file.slice(0, Number(second)).replace(whole, stated);
  return new Uint8Array(Buffer.from(`${start}${inserted}${tail}`, "latin1"));
}
