import { escapeXmlText } from "../../../office/xml-text.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";

/** Writes texts as runs: tabs and line ends are elements of their own. */
export function runsOf(text: string, properties: string): string {
  const content = escapeXmlText(text)
    .split(/([\t\n])/)
    .map((piece) =>
      piece === "\t" ? "<w:tab/>" : piece === "\n" ? "<w:br/>" : piece && `<w:t xml:space="preserve">${piece}</w:t>`,
    )
    .join("");
  return content === "" ? "" : `<w:r>${properties}${content}</w:r>`;
}

export const propertiesOf = (run: XmlElement | undefined): string => run?.child("w:rPr")?.outer() ?? "";
