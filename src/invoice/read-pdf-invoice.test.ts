import { expect, it } from "vitest";
import { openPdf } from "../pdf/document.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { makeEInvoice } from "./e-invoice.ts";
import { readPdfInvoice } from "./read-pdf-invoice.ts";
import { sampleInvoice } from "./testing/sample-invoice.ts";

/** An attached e-invoice whose number says which one it is. */
interface Attached {
  number: string;
  dates?: string;
  name?: string;
}

const xmlOf = (number: string) =>
  Buffer.from(makeEInvoice({ ...sampleInvoice(), number }, { profile: "en16931", syntax: "cii" }, "").xml);

function withAttached(...files: readonly Attached[]) {
  const names = files.map((_, index) => `(file ${index}) ${50 + 2 * index} 0 R`);
  const objects = files.flatMap(({ number, dates = "", name = "factur-x.xml" }, index) => [
    [50 + 2 * index, `<</Type/Filespec/UF(${name})/F(${name})/EF<</F ${51 + 2 * index} 0 R>>>>`] as const,
    [
      51 + 2 * index,
      { entries: `/Type/EmbeddedFile/Params<<${dates}>>`, bytes: xmlOf(number).toString("latin1") },
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
