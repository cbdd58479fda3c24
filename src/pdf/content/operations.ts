import { PdfDict, PdfName, type PdfObject } from "../objects.ts";
import { Parser, PdfKeyword } from "../parser.ts";
import { type InlineImage, inlineImageData } from "./inline-image.ts";

/** What a content stream says (ISO 32000-2, 7.8.2), operation by operation. */
export interface OperationVisitor {
  /** `operands` is reused: copy what must outlive the call. */
  operation(operator: string, operands: readonly PdfObject[]): void;
  inlineImage?(image: InlineImage): void;
}

const MAX_OPERANDS = 512;

/** Reads a content stream. Damage is skipped as viewers skip it; an inline image without end ends the stream. */
export function visitOperations(bytes: Uint8Array, visitor: OperationVisitor): void {
  const parser = new Parser(bytes, 0, bytes.length, false);
  const operands: PdfObject[] = [];
  for (;;) {
    const read = parser.read();
    if (read === undefined) return;
    if (!(read instanceof PdfKeyword)) {
      if (operands.length === MAX_OPERANDS) operands.length = 0;
      operands.push(read);
      continue;
    }
    if (read.text === "BI") {
      const image = readInlineImage(bytes, parser);
      if (!image) return;
      visitor.inlineImage?.(image);
    } else visitor.operation(read.text, operands);
    operands.length = 0;
  }
}

/** The image whose `BI` was read; undefined if it has no end. */
export function readInlineImage(bytes: Uint8Array, parser: Parser): InlineImage | undefined {
  const start = parser.lexer.position - 2;
  const dict = new PdfDict();
  for (;;) {
    const key = parser.read();
    if (key === undefined) return undefined;
    if (key instanceof PdfKeyword) {
      if (key.text === "ID") break;
      continue;
    }
    if (!(key instanceof PdfName)) continue;
    const value = parser.read();
    if (value === undefined) return undefined;
    if (value instanceof PdfKeyword) {
      if (value.text === "ID") break;
      continue;
    }
    dict.set(key.value, value);
  }
  const range = inlineImageData(bytes, parser.lexer.position, dict);
  if (!range) return undefined;
  parser.lexer.position = range.afterEi;
  return { dict, data: bytes.subarray(range.start, range.end), start, end: range.afterEi };
}
