import { expect, it } from "vitest";
import { png } from "../../image/testing/image-files.ts";
import { openPdf } from "../../pdf/document.ts";
import { fillForm } from "../../pdf/form/fill-form.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";

const button = "<</Type/Annot/Subtype/Widget/Rect[10 10 110 30]/FT/Btn/Ff 65536/T(a)>>";
const form = () =>
  openPdf(
    buildPages(1, { catalog: "/AcroForm<</Fields[50 0 R]>>", page: () => "/Annots[50 0 R]", objects: { 50: button } }),
  );

/** Rows of samples without any pattern, each after the filter byte 0. */
function noise(rowBytes: number): Uint8Array {
  let seed = 1;
  return Uint8Array.from({ length: (1 + rowBytes) * HEIGHT }, (_, at) => {
    seed = (seed * 48271) % 0x7fffffff;
    return at % (1 + rowBytes) === 0 ? 0 : seed & 0xff;
  });
}

const [WIDTH, HEIGHT] = [301, 200];

// workerd and Node count differently against the limit of zlib's output: a tight limit shows only here.
it.each([
  ["colours with opacity", { colorType: 6, rows: noise(4 * WIDTH) }],
  ["grey with opacity", { colorType: 4, rows: noise(2 * WIDTH) }],
  [
    "a palette with opacity",
    {
      colorType: 3,
      rows: noise(WIDTH),
      chunks: [
        ["PLTE", Uint8Array.of(255, 0, 0)],
        ["tRNS", Uint8Array.of(128)],
      ] as const,
    },
  ],
])("a form takes a PNG of %s in workerd", (_, options) => {
  const { unreadableImages } = fillForm(
    form(),
    { a: png({ width: WIDTH, height: HEIGHT, ...options }) },
    { flatten: false, fonts: [] },
  );
  expect(unreadableImages).toEqual([]);
});
