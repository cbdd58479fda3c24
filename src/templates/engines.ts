import type { DocumentType } from "../domain/document.ts";
import { withDamagedParts } from "../office/damaged-parts.ts";
import { docxEngine } from "./docx/docx-engine.ts";
import { prepareWord } from "./docx/prepare-word.ts";
import { markedDocument } from "./docx/watermark.ts";
import { compileWord } from "./docx/word-template.ts";
import { htmlEngine } from "./html/html-engine.ts";
import { withDocxtemplater } from "./ooxml/docxtemplater/with-docxtemplater.ts";
import { pdfEngine } from "./pdf/pdf-engine.ts";
import { pptxEngine } from "./pptx/pptx-engine.ts";
import { prepareSlides } from "./pptx/prepare-slides.ts";
import { markedPresentation } from "./pptx/sample-shape.ts";
import { compilePresentation } from "./pptx/slide-template.ts";
import type { TemplateEngine } from "./template-engine.ts";
import { xlsxEngine } from "./xlsx/xlsx-engine.ts";

const ENGINES: Readonly<Record<DocumentType, TemplateEngine>> = {
  html: htmlEngine,
  pdf: pdfEngine,
  docx: ofPackages(withDocxtemplater(docxEngine, markedDocument, compileWord, prepareWord)),
  xlsx: ofPackages(xlsxEngine),
  pptx: ofPackages(withDocxtemplater(pptxEngine, markedPresentation, compilePresentation, prepareSlides)),
};

/** Says which part of a refused package is damaged, and where. */
function ofPackages(engine: TemplateEngine): TemplateEngine {
  return {
    ...engine,
    async inspect(bytes, settings, output) {
      try {
        return await engine.inspect(bytes, settings, output);
      } catch (error) {
        throw withDamagedParts(error, bytes);
      }
    },
  };
}

/** The way to read and fill templates of a type. */
export function engineFor(type: DocumentType): TemplateEngine {
  return ENGINES[type];
}
