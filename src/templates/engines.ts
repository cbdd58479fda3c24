import type { DocumentType } from "../domain/document.ts";
import { prepareWord } from "./docx/accept-changes.ts";
import { docxEngine } from "./docx/docx-engine.ts";
import { markedDocument } from "./docx/watermark.ts";
import { compileWord } from "./docx/word-template.ts";
import { htmlEngine } from "./html/html-engine.ts";
import { withDocxtemplater } from "./ooxml/docxtemplater-engine.ts";
import { pdfEngine } from "./pdf/pdf-engine.ts";
import { pptxEngine } from "./pptx/pptx-engine.ts";
import { markedPresentation } from "./pptx/sample-shape.ts";
import { compilePresentation } from "./pptx/slide-template.ts";
import type { TemplateEngine } from "./template-engine.ts";
import { xlsxEngine } from "./xlsx/xlsx-engine.ts";

const ENGINES: Readonly<Record<DocumentType, TemplateEngine>> = {
  html: htmlEngine,
  pdf: pdfEngine,
  docx: withDocxtemplater(docxEngine, markedDocument, compileWord, prepareWord),
  xlsx: xlsxEngine,
  pptx: withDocxtemplater(pptxEngine, markedPresentation, (bytes, _, register) => compilePresentation(bytes, register)),
};

/** The way to read and fill templates of a type. */
export function engineFor(type: DocumentType): TemplateEngine {
  return ENGINES[type];
}
