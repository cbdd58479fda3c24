import * as z from "zod";
import { assetReader } from "../../domain/static-asset.ts";
import { runYielding } from "../../domain/steps.ts";
import { number, optional, text } from "../../http/wire-values.ts";
import type { PdfDocument } from "../../pdf/document.ts";
import { loadMetadata } from "../../pdf/finalize/declared-metadata.ts";
import { stampSteps } from "../../pdf/operations/stamp.ts";
import { identificationsOf } from "../../pdf/pdfa/preserved-identification.ts";
import { CHANGED_FILE, changeTool } from "./change-tool.ts";
import type { ToolScope } from "./file-tool.ts";
import { PAGE_RANGE_PROBLEMS, pageRanges } from "./page-ranges.ts";

export const stampPdfTool = changeTool({
  name: "stamp_pdf",
  summary: "Write a text across the pages of a PDF",
  description: "`opacity` from 0 to 1, `angle` in degrees counter-clockwise, `font_size` in points, `pages` as ranges.",
  body: z.object({
    ...CHANGED_FILE,
    text: text().meta({ description: "The text.", examples: ["DRAFT"] }),
    opacity: optional(number().pipe(z.number().min(0).max(1))).meta({ description: "From 0, invisible, to 1." }),
    angle: optional(number().pipe(z.number().min(-360).max(360))).meta({ description: "Degrees counter-clockwise." }),
    font_size: optional(number().pipe(z.number().min(1).max(1_000))).meta({
      description: "Size of the letters in points.",
    }),
    pages: pageRanges(),
  }),
  problems: PAGE_RANGE_PROBLEMS,
  async change(document, { text, opacity, angle, font_size, pages }, scope) {
    const fonts = await fontsFor(document, scope);
    await runYielding(
      stampSteps(document, { text, opacity, angleDegrees: angle, fontSizePoints: font_size, pages, fonts }),
    );
  },
});

/** Where set-up puts a bold face (`scripts/build-faces.ts`), in the slices that have all Western characters. */
const FACES = ["latin", "latin-ext"].map((slice) => `/faces/arimo/arimo-${slice}-700-normal.ttf`);

/** A file that says it is PDF/A or PDF/UA stays one: its fonts are embedded. */
async function fontsFor(document: PdfDocument, scope: ToolScope): Promise<Uint8Array[]> {
  await loadMetadata(document);
  if (identificationsOf(document).length === 0) return [];
  const { env } = scope.services;
  const found = await Promise.all(FACES.map(assetReader(env.ASSETS)));
  return found.filter((bytes) => bytes !== undefined);
}
