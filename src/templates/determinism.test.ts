import { expect, it, vi } from "vitest";
import type { DocumentType } from "../domain/document.ts";
import { buildPages } from "../pdf/testing/build-file.ts";
import { engineFor } from "./engines.ts";
import { docx, paragraph as p, row, table } from "./testing/docx-builder.ts";
import { pptx, textBox } from "./testing/pptx-builder.ts";
import { TEST_ENVIRONMENT } from "./testing/render.ts";
import { buildWorkbook } from "./xlsx/testing/workbook-builder.ts";

const DATA = {
  rows: [
    { n: "a", v: 1 },
    { n: "b", v: 2 },
  ],
  html: "<ol><li>x</li></ol>",
  svg: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>",
  Name: "Ωmega",
};
const CODE = "{qrcode value='abc'} {$smarty.now|date_format:'%H:%M:%S'}";

const TEMPLATES: [DocumentType, Record<string, unknown>, Uint8Array][] = [
  [
    "docx",
    {},
    docx({
      body:
        p(CODE) +
        p("{$html|html}") +
        p("{image src=$svg}") +
        table(row("{foreach $rows as $r}{$r.n}", "{$r.v}{/foreach}")),
    }),
  ],
  ["docx", { syntax: "docxtemplater" }, docx({ body: p("{Name}") + p("{#rows}{n}{/rows}") })],
  [
    "pptx",
    {},
    pptx([{ shapes: textBox(2, "{slide from=$rows item=r}{$r.n}") + textBox(3, "{qrcode value=$r.n}"), notes: CODE }]),
  ],
  [
    "xlsx",
    {},
    buildWorkbook({
      sheets: [
        {
          name: "S",
          cells: {
            A1: "{foreach $rows as $r}{$r.n}",
            B1: "{$r.v}{/foreach}",
            A2: "=NOW()",
            B2: "=SUM(B1:B1)",
            A3: CODE,
          },
        },
      ],
    }),
  ],
  [
    "pdf",
    {},
    buildPages(1, {
      catalog: "/AcroForm<</Fields[50 0 R]/DA(/Helv 0 Tf 0 g)>>",
      page: () => "/Annots[50 0 R]",
      objects: { 50: "<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]/FT/Tx/T(Name)>>" },
    }),
  ],
  ["html", {}, new TextEncoder().encode("<p>{$Name} {$smarty.now}</p>")],
];

it.each(TEMPLATES)("the same version, data and clock give the same bytes: %s %j", async (type, settings, template) => {
  const render = (versionKey: string) =>
    engineFor(type).render({ versionKey, bytes: async () => template }, DATA, {
      ...TEST_ENVIRONMENT,
      settings,
    });
  const key = `deterministic ${type} ${JSON.stringify(settings)}`;
  const first = await render(key);
  vi.useFakeTimers({ now: new Date("2031-05-05T05:05:05Z") });
  const [cached, anew] = [await render(key), await render(`${key}, compiled anew`)];
  vi.useRealTimers();
  expect(cached.bytes).toEqual(first.bytes);
  expect(anew.bytes).toEqual(first.bytes);
});
