import { describe, expect, it } from "vitest";
import { runYielding, type Steps } from "../../domain/steps.ts";
import { openPdf } from "../document.ts";
import { buildPages, type FileObject } from "../testing/build-file.ts";
import { flattenSteps } from "./flatten.ts";
import { splitSteps } from "./split.ts";
import { stampSteps } from "./stamp.ts";

const PAGES = 1_500;

/** Pages, each with a note that has an appearance and a field that needs one. */
function busyPdf(): Uint8Array {
  const objects: Record<number, FileObject> = {};
  const fields: string[] = [];
  for (let index = 0; index < PAGES; index++) {
    objects[10_000 + index] = `<< /Type /Annot /Subtype /FreeText /Rect [10 10 100 40] /AP << /N 9999 0 R >> >>`;
    objects[20_000 + index] =
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${index}) /V (value) /DA (/Helv 10 Tf 0 g) /Rect [10 50 100 70] >>`;
    fields.push(`${20_000 + index} 0 R`);
  }
  objects[9999] = { entries: "/Type /XObject /Subtype /Form /BBox [0 0 90 30]", bytes: "0 0 9 9 re f" };
  return buildPages(PAGES, {
    catalog: `/AcroForm << /NeedAppearances true /Fields [${fields.join(" ")}] >>`,
    page: (index) => `/Annots [${10_000 + index} 0 R ${20_000 + index} 0 R]`,
    objects,
  });
}

describe("tools with many pages let others have their turn", () => {
  const bytes = busyPdf();

  it.each([
    ["stamp", 4, (document: ReturnType<typeof openPdf>): Steps<unknown> => stampSteps(document, { text: "DRAFT" })],
    ["split", 10, (document: ReturnType<typeof openPdf>): Steps<unknown> => splitSteps(document, { name: "a.pdf" })],
    ["flatten", 30, (document: ReturnType<typeof openPdf>): Steps<unknown> => flattenSteps(document)],
  ])("%s", async (_, least, steps) => {
    const document = openPdf(bytes);
    let rounds = 0;
    await runYielding(steps(document), async () => {
      rounds++;
    });
    expect(rounds).toBeGreaterThan(least);
    expect(document.pages).toHaveLength(PAGES);
  });
});
