import { expect, it } from "vitest";
import { emptyDocument } from "../document.ts";
import { decodeStream } from "../filters/decode-stream.ts";
import { name, PdfStream } from "../objects.ts";
import { buildPages } from "../testing/build-file.ts";
import { addPageForm, drawablePage } from "./page-form.ts";

const TURNED = "/MediaBox[10 20 110 220]/Rotate 90";

it("a page becomes a form with its content, its fonts and its visible box", () => {
  const page = drawablePage(buildPages(2, { page: () => "/CropBox[0 100 200 300]" }));
  if (!page) throw new Error("no page");
  const target = emptyDocument();
  const { ref } = addPageForm(target, page);
  const form = target.resolve(ref);
  if (!(form instanceof PdfStream)) throw new Error("no form");
  expect(form.dict.get("BBox")).toEqual([0, 100, 200, 300]);
  const { bytes } = decodeStream(form, (object) => target.resolve(object), 1_000);
  expect(new TextDecoder().decode(bytes)).toContain("(Page 1) Tj");
  const fonts = target.dict(target.dict(form.dict.get("Resources"))?.get("Font"));
  expect(target.dict(fonts?.get("F"))?.get("BaseFont")).toEqual(name("Helvetica"));
});

it("its matrix takes it to the unit square as it is shown, turned as it is", () => {
  const page = drawablePage(buildPages(1, { page: () => TURNED }));
  if (!page) throw new Error("no page");
  const [a, b, c, d, e, f] = addPageForm(emptyDocument(), page).matrix;
  const shown = (x: number, y: number) =>
    [x * a + y * c + e, x * b + y * d + f].map((value) => Number(value.toFixed(6)));
  expect([shown(10, 20), shown(10, 220), shown(110, 220)]).toEqual([
    [0, 1],
    [1, 1],
    [1, 0],
  ]);
});
