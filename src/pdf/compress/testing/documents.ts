import { present } from "../../../domain/present.ts";
import { emptyDocument, type PdfDocument } from "../../document.ts";
import { dict, name, type PdfDict, type PdfRef, PdfStream, PdfString } from "../../objects.ts";
import { writePdf } from "../../writer.ts";

/** Documents for the tests of this folder, made from scratch. */

export function text(value: string): PdfString {
  return new PdfString(Buffer.from(value, "latin1"));
}

export function addStream(
  document: PdfDocument,
  data: Uint8Array | string,
  entries: Parameters<typeof dict>[0] = {},
): PdfRef {
  const bytes = typeof data === "string" ? Buffer.from(data, "latin1") : data;
  return document.add(new PdfStream(dict(entries), new Uint8Array(bytes)));
}

export function addPage(
  document: PdfDocument,
  content: string,
  resources: PdfDict,
  entries: Parameters<typeof dict>[0] = {},
) {
  const pages = present(document.dict(document.catalog.get("Pages")));
  const page = dict({
    Type: name("Page"),
    Parent: present(document.catalog.get("Pages")),
    MediaBox: [0, 0, 612, 792],
    Resources: resources,
    Contents: addStream(document, content),
    ...entries,
  });
  const ref = document.add(page);
  present(document.array(pages.get("Kids"))).push(ref);
  pages.set("Count", present(document.array(pages.get("Kids"))).length);
  document.pagesChanged();
  return ref;
}

/** A raw RGB image: a gradient with a disc. */
export function addImage(
  document: PdfDocument,
  width: number,
  height: number,
  entries: Parameters<typeof dict>[0] = {},
) {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const disc = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (width / 4) ** 2 ? 70 : 0;
      const at = 3 * (y * width + x);
      data[at] = (160 * x) / width + disc;
      data[at + 1] = (160 * y) / height + disc;
      data[at + 2] = 90 + disc + ((x * y) % 5);
    }
  }
  return addStream(document, data, {
    Type: name("XObject"),
    Subtype: name("Image"),
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ColorSpace: name("DeviceRGB"),
    ...entries,
  });
}

/** Two pages with an image, an outline, a destination, labels, a field, an attachment, tags and a layer. */
export function richDocument(): Uint8Array {
  const document = emptyDocument();
  const image = addImage(document, 600, 400);
  const first = addPage(
    document,
    "q 144 0 0 96 72 600 cm /Im Do Q",
    dict({ XObject: dict({ Im: image, Unused: image }) }),
    {
      Thumb: addStream(document, "thumb"),
      PieceInfo: dict({ Editor: dict({ Private: text("x".repeat(500)) }) }),
    },
  );
  addPage(document, "q 1.0000 0 0 1.0000 10.000 10.000 cm 0.00000 0.00000 100.000000 50.000000 re f Q", dict({}));
  const field = document.add(
    dict({ FT: name("Tx"), T: text("name"), Type: name("Annot"), Subtype: name("Widget"), Rect: [0, 0, 9, 9] }),
  );
  present(document.dict(first)).set("Annots", [field]);
  const item = document.add(dict({ Title: text("One"), Dest: [first, name("Fit")] }));
  const outlines = document.add(dict({ Type: name("Outlines"), First: item, Last: item, Count: 1 }));
  present(document.dict(item)).set("Parent", outlines);
  const file = dict({
    Type: name("Filespec"),
    F: text("a.txt"),
    EF: dict({ F: addStream(document, "attached ".repeat(30)) }),
  });
  const layer = document.add(dict({ Type: name("OCG"), Name: text("Layer") }));
  const entries: Parameters<typeof dict>[0] = {
    Outlines: outlines,
    AcroForm: dict({ Fields: [field] }),
    PageLabels: dict({ Nums: [0, dict({ S: name("r") })] }),
    Names: dict({
      Dests: dict({ Names: [text("here"), [first, name("Fit")]] }),
      EmbeddedFiles: dict({ Names: [text("a.txt"), document.add(file)] }),
    }),
    OCProperties: dict({ OCGs: [layer], D: dict({}) }),
    StructTreeRoot: document.add(dict({ Type: name("StructTreeRoot") })),
  };
  for (const [key, value] of Object.entries(entries)) document.catalog.set(key, present(value));
  return writePdf(document);
}
