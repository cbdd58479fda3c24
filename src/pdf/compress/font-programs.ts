import type { ContentUsage, ShownCodes } from "../content/content-usage.ts";
import type { PdfDocument } from "../document.ts";
import { PdfDict, PdfRef, PdfStream } from "../objects.ts";

type FontFileKey = "FontFile" | "FontFile2" | "FontFile3";

/** One font dictionary that draws with a font program. */
export interface FontUser {
  /** The dictionary that content names (ISO 32000-2, 9.6 and 9.7). */
  readonly font: PdfDict;
  /** The CIDFont of a Type0 font, otherwise the same as `font`. */
  readonly descendant: PdfDict;
  readonly subtype: string | undefined;
  /** Undefined if nothing is shown in it. */
  readonly shown: ShownCodes | undefined;
}

/** An embedded font program (9.9) and everything that draws with it. */
export interface FontProgram {
  readonly number: number;
  readonly key: FontFileKey;
  readonly users: FontUser[];
  /** Fields are filled with it, so all its glyphs are needed. */
  kept: boolean;
}

const FONT_FILE_KEYS: readonly FontFileKey[] = ["FontFile", "FontFile2", "FontFile3"];

/**
 * The font programs of the document. Programs with a user that could not be determined, and those of the form's
 * resources, are `kept`.
 */
export function readFontPrograms(
  document: PdfDocument,
  usage: ContentUsage,
  numbers: readonly number[],
): Map<number, FontProgram> {
  const programs = new Map<number, FontProgram>();
  const fieldFonts = fontsOfFields(document);
  const fonts = new Set<PdfDict>(usage.fonts.keys());
  for (const number of numbers) {
    const object = document.objects.get(number);
    if (object instanceof PdfDict && isFont(document, object)) fonts.add(object);
  }
  const descriptors = new Set<PdfDict>();
  for (const font of fonts) {
    const subtype = document.name(font.get("Subtype"));
    const descendant = subtype === "Type0" ? document.dict(document.array(font.get("DescendantFonts"))?.[0]) : font;
    const descriptor = document.dict(descendant?.get("FontDescriptor"));
    if (!descendant || !descriptor) continue;
    descriptors.add(descriptor);
    for (const key of FONT_FILE_KEYS) {
      const program = programOf(document, programs, descriptor, key);
      if (!program) continue;
      program.users.push({ font, descendant, subtype, shown: usage.fonts.get(font) });
      if (fieldFonts.has(font) || program.key !== key) program.kept = true;
    }
  }
  keepUnknownUsers(document, programs, descriptors, numbers);
  return programs;
}

function isFont(document: PdfDocument, entries: PdfDict): boolean {
  const subtype = document.name(entries.get("Subtype"));
  if (subtype === "CIDFontType0" || subtype === "CIDFontType2") return false;
  return (
    document.name(entries.get("Type")) === "Font" || entries.has("DescendantFonts") || entries.has("FontDescriptor")
  );
}

function programOf(
  document: PdfDocument,
  programs: Map<number, FontProgram>,
  descriptor: PdfDict,
  key: FontFileKey,
): FontProgram | undefined {
  const ref = descriptor.get(key);
  if (!(ref instanceof PdfRef) || !(document.objects.get(ref.number) instanceof PdfStream)) return undefined;
  let program = programs.get(ref.number);
  if (!program) {
    program = { number: ref.number, key, users: [], kept: false };
    programs.set(ref.number, program);
  }
  return program;
}

/** A descriptor that no known font has may belong to a font of a kind unknown here. */
function keepUnknownUsers(
  document: PdfDocument,
  programs: Map<number, FontProgram>,
  known: ReadonlySet<PdfDict>,
  numbers: readonly number[],
): void {
  for (const number of numbers) {
    const object = document.objects.get(number);
    if (!(object instanceof PdfDict) || known.has(object)) continue;
    for (const key of FONT_FILE_KEYS) {
      const ref = object.get(key);
      const program = ref instanceof PdfRef ? programs.get(ref.number) : undefined;
      if (program) program.kept = true;
    }
  }
}

/** Fonts in which readers show what is typed into a field (12.7.3). */
function fontsOfFields(document: PdfDocument): Set<PdfDict> {
  const fonts = new Set<PdfDict>();
  const resources = document.dict(document.dict(document.catalog.get("AcroForm"))?.get("DR"));
  for (const value of document.dict(resources?.get("Font"))?.values() ?? []) {
    const font = document.dict(value);
    if (font) fonts.add(font);
  }
  return fonts;
}
