import { Failure } from "../../domain/failure.ts";
import { inFile } from "../../domain/file-failure.ts";
import { WorkMeter } from "../../domain/work-meter.ts";
import { AssemblySource, assemble } from "../assembly/assemble.ts";
import { openPdf, type PdfDocument } from "../document.ts";
import { type DrawingFonts, fillForm } from "../form/fill-form.ts";
import { writePdf } from "../writer.ts";

/** One of the files to combine. */
export interface CombineInput {
  /** File name; without its extension it becomes the title of the file's outline. */
  name: string;
  bytes: Uint8Array;
  password?: string;
}

/**
 * Combines PDFs, in their order, with all of their outlines, destinations, fields, layers, labels, attachments and tags.
 * Metadata is that of the first; the result is not encrypted.
 * @throws Failure `pdf_no_files`, and those of {@link openPdf} with the file's name in front
 */
export function combinePdfs(inputs: readonly CombineInput[], meter = new WorkMeter()): Uint8Array {
  return writePdf(combineDocuments(openToCombine(inputs, meter)));
}

/** The documents for {@link combineDocuments}. @throws Failure those of {@link openPdf} with the file's name in front */
export function openToCombine(
  inputs: readonly CombineInput[],
  meter = new WorkMeter(),
): { name: string; document: PdfDocument }[] {
  return inputs.map(({ name, bytes, password }, index) => {
    try {
      return { name, document: openPdf(bytes, { password, meter }) };
    } catch (error) {
      throw inFile(error, name, index);
    }
  });
}

/**
 * {@link combinePdfs} for open documents; `writePdfChunks` writes the result of big ones.
 * @param bookmark gives each file an outline item, also where no file has an outline
 */
export function combineDocuments(
  inputs: readonly { name: string; document: PdfDocument }[],
  { bookmark = false, fonts = new Map<PdfDocument, DrawingFonts>() } = {},
): PdfDocument {
  if (inputs.length === 0) throw new Failure("pdf_no_files", "There are no files to combine.");
  for (const document of formsToDraw(inputs.map(({ document: each }) => each)))
    fillForm(document, {}, { ...fonts.get(document), flatten: false });
  return assemble(
    inputs.map(({ name, document }) => ({
      source: new AssemblySource(document),
      pages: Array.from(document.pages.keys()),
      title: name.replace(/\.pdf$/i, ""),
      bookmark,
    })),
  );
}

/**
 * A form may ask viewers to draw its fields (`NeedAppearances`). Unless all forms do, those are drawn here, so that
 * the fields of the others keep their own appearances. Those are the documents to be drawn.
 */
export function formsToDraw(documents: readonly PdfDocument[]): PdfDocument[] {
  const forms = documents.filter((document) => document.dict(document.catalog.get("AcroForm")));
  const asking = forms.filter((document) => {
    const form = document.dict(document.catalog.get("AcroForm"));
    return document.resolve(form?.get("NeedAppearances")) === true;
  });
  return asking.length < forms.length ? asking : [];
}
