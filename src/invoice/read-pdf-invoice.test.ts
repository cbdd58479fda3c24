import { expect, it } from "vitest";
import { openPdf } from "../pdf/document.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { makeEInvoice } from "./e-invoice.ts";
import { beginsXml, readPdfInvoice } from "./read-pdf-invoice.ts";
import { sampleInvoice } from "./testing/sample-invoice.ts";

/** An attached e-invoice whose number says which one it is. */
interface Attached {
  number: string;
  dates?: string;
  name?: string;
  /** Instead of the invoice. */
  content?: string;
}

const xmlOf = (number: string) =>
  Buffer.from(makeEInvoice({ ...sampleInvoice(), number }, { profile: "en16931", syntax: "cii" }, "").xml);

function withAttached(...files: readonly Attached[]) {
  const names = files.map((_, index) => `(file ${index}) ${50 + 2 * index} 0 R`);
  const objects = files.flatMap(({ number, dates = "", name = "factur-x.xml", content }, index) => [
    [50 + 2 * index, `<</Type/Filespec/UF(${name})/F(${name})/EF<</F ${51 + 2 * index} 0 R>>>>`] as const,
    [
      51 + 2 * index,
      { entries: `/Type/EmbeddedFile/Params<<${dates}>>`, bytes: content ?? xmlOf(number).toString("latin1") },
    ] as const,
  ]);
  const catalog = `/Names<</EmbeddedFiles<</Names[${names.join(" ")}]>>>>`;
  return openPdf(buildPages(1, { catalog, objects: Object.fromEntries(objects) }));
}

it.each<[string, Attached[]]>([
  [
    "by its date",
    [
      { number: "old", dates: "/ModDate(D:20260101120000Z)" },
      { number: "new", dates: "/ModDate(D:20260102120000Z)" },
    ],
  ],
  [
    "by its date, in whatever order",
    [
      { number: "new", dates: "/ModDate(D:20260102120000Z)" },
      { number: "old", dates: "/ModDate(D:20260101120000Z)" },
    ],
  ],
  [
    "by its date in another zone",
    [
      { number: "old", dates: "/ModDate(D:20260101130000+02'00')" },
      { number: "new", dates: "/ModDate(D:20260101120000Z)" },
    ],
  ],
  [
    "by when it was made, if that is all it says",
    [
      { number: "old", dates: "/CreationDate(D:20270101)/ModDate(D:20250101)" },
      { number: "new", dates: "/CreationDate(D:20260101)" },
    ],
  ],
  ["that has a date", [{ number: "old" }, { number: "new", dates: "/ModDate(D:1999)" }]],
  [
    "by its standard, whatever the dates",
    [
      { number: "old", name: "ZUGFeRD-invoice.xml", dates: "/ModDate(D:20270101)" },
      { number: "new", name: "factur-x.xml", dates: "/ModDate(D:20200101)" },
    ],
  ],
])("of two attached e-invoices the newer one is read: %s", async (_, files) => {
  expect((await readPdfInvoice(withAttached(...files))).invoice.number).toBe("new");
});

const NEW = "/ModDate(D:20260102120000Z)";
const OLD = "/ModDate(D:20260101120000Z)";

it("of attached e-invoices one that is none gives way to the one before it", async () => {
  const { invoice } = await readPdfInvoice(
    withAttached({ number: "new", dates: NEW, content: "<a/>" }, { number: "old", dates: OLD }),
  );
  expect(invoice.number).toBe("old");
  const none = withAttached(
    { number: "new", dates: NEW, content: "<a/>" },
    { number: "old", dates: OLD, content: "<a" },
  );
  // what is wrong with the newest
  await expect(readPdfInvoice(none)).rejects.toMatchObject({ code: "e_invoice_invalid" });
});

it("of a PDF without an e-invoice says what it has attached", async () => {
  await expect(readPdfInvoice(withAttached({ number: "1", name: "hours.csv" }))).rejects.toMatchObject({
    code: "e_invoice_missing",
    message: expect.stringContaining("It has hours.csv."),
  });
  await expect(readPdfInvoice(withAttached())).rejects.toThrow("It has no attached files.");
});

it.each<[string, boolean]>([
  ["<?xml version='1.0'?>", true],
  ["\ufeff\n <a/>", true],
  ["%PDF-1.7 <a/>", false],
  ["", false],
])("tells XML from a PDF by its beginning: %j", (text, isXml) => {
  expect(beginsXml(new TextEncoder().encode(text))).toBe(isXml);
});
