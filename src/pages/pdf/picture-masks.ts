import type { PdfDocument } from "../../pdf/document.ts";
import { deflate } from "../../pdf/filters/flate.ts";
import { dict, name, type PdfRef, PdfStream } from "../../pdf/objects.ts";
import type { Matrix } from "../commands/commands.ts";
import { matrixOperands } from "./page-content.ts";

/** Graphics states whose soft masks are a picture's opacity and its brightness (ISO 32000-2, 11.6.5.2). */
export function addPictureMasks(
  document: PdfDocument,
  { ref, matrix }: { ref: PdfRef; matrix: Matrix },
): { alpha: PdfRef; brightness: PdfRef } {
  const form = document.add(
    new PdfStream(
      dict({
        Type: name("XObject"),
        Subtype: name("Form"),
        BBox: [0, 0, 1, 1],
        Resources: dict({ XObject: dict({ I: ref }) }),
        Group: dict({ S: name("Transparency"), CS: name("DeviceRGB") }),
        Filter: name("FlateDecode"),
      }),
      deflate(new TextEncoder().encode(`${matrixOperands(matrix)} cm /I Do`)),
    ),
  );
  const state = (kind: string) =>
    document.add(dict({ Type: name("ExtGState"), SMask: dict({ Type: name("Mask"), S: name(kind), G: form }) }));
  return { alpha: state("Alpha"), brightness: state("Luminosity") };
}
