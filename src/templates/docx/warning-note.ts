import { largestOf } from "../../domain/collections/long-lists.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import { OutputPackage } from "../ooxml/output-package.ts";

/** What a body ends with, apart from its section properties. */
const LAST_BLOCKS = ["</w:p>", "<w:p/>", "</w:tbl>", "</w:sdt>", "</w:customXml>"];

/** A merged document with lines in small red letters below its text. */
export function withWarningNote(bytes: Uint8Array, lines: readonly string[]): Uint8Array {
  const source = new OfficePackage(bytes);
  const output = new OutputPackage(source, source.contentTypes);
  const main = source.mainPart();
  const document = source.text(main) ?? "";
  const bodyStart = /<w:body(?:\s[^>]*)?>/.exec(document);
  if (!bodyStart) return bytes;
  const at = largestOf(
    LAST_BLOCKS.map((end) => {
      const found = document.lastIndexOf(end);
      return found < 0 ? 0 : found + end.length;
    }),
    bodyStart.index + bodyStart[0].length,
  );
  output.set(main, document.slice(0, at) + lines.map(noteParagraph).join("") + document.slice(at));
  return output.finish();
}

function noteParagraph(line: string, index: number): string {
  const border = index === 0 ? '<w:pBdr><w:top w:val="single" w:sz="4" w:space="4" w:color="B21A1A"/></w:pBdr>' : "";
  return (
    `<w:p><w:pPr>${border}<w:spacing w:before="${index === 0 ? 240 : 0}" w:after="0"/></w:pPr>` +
    `<w:r><w:rPr><w:color w:val="B21A1A"/><w:sz w:val="12"/></w:rPr>` +
    `<w:t xml:space="preserve">${escapeXmlText(line)}</w:t></w:r></w:p>`
  );
}
