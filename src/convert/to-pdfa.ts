import { assetReader } from "../domain/static-asset.ts";
import { runYielding } from "../domain/steps.ts";
import type { PdfDocument } from "../pdf/document.ts";
import type { DrawingFonts } from "../pdf/form/fill-form.ts";
import { type PdfaOptions, type PdfaResult, pdfaSteps } from "../pdf/pdfa/convert-to-pdfa.ts";
import { drawFields } from "../pdf/pdfa/fields.ts";
import { type SubstituteFace, wantedSubstitutes } from "../pdf/pdfa/substitute-fonts.ts";

/** The slices of a family that have what the encodings of simple fonts name. */
const SLICES = ["latin", "latin-ext"];

interface ArchivingOptions extends Omit<PdfaOptions, "substitutes"> {
  /** Finds fonts for the values of fields that are not drawn yet. */
  fieldFonts?: (document: PdfDocument) => Promise<DrawingFonts>;
}

/**
 * A PDF that conforms, with the service's own fonts for those that are not embedded.
 * @param document opened for change; the document that is returned takes its place
 * @throws Failure `pdf_not_conforming`
 */
export async function toPdfa(
  assets: Fetcher,
  document: PdfDocument,
  { fieldFonts, ...options }: ArchivingOptions,
): Promise<PdfaResult> {
  // before fonts are looked for: what fields show is drawn with fonts, too
  if (options.profile.pdfA) drawFields(document, await fieldFonts?.(document));
  const read = assetReader(assets);
  const files = new Map<string, Uint8Array[]>();
  for (const face of wantedSubstitutes(document)) {
    const slices = await Promise.all(SLICES.map((slice) => read(pathOf(face, slice))));
    files.set(
      pathOf(face, ""),
      slices.filter((file) => file !== undefined),
    );
  }
  return runYielding(pdfaSteps(document, { ...options, substitutes: (face) => files.get(pathOf(face, "")) ?? [] }));
}

/** Where set-up puts a slice of a face (`scripts/build-faces.ts`). */
function pathOf({ family, bold, italic }: SubstituteFace, slice: string): string {
  return `/faces/${family}/${family}-${slice}-${bold ? 700 : 400}-${italic ? "italic" : "normal"}.ttf`;
}
