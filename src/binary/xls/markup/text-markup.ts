/** Texts with fonts as SpreadsheetML (ECMA-376 part 1, 18.4). */
import { escapeXmlText } from "../../../office/xml-text.ts";
import type { RichText } from "../biff/text.ts";
import type { BiffFont } from "../workbook/fonts-and-formats.ts";
import { fontAt } from "../workbook/fonts-and-formats.ts";
import { fontContent } from "./style-markup.ts";

/** Text in which nothing is taken for the escape of a character (22.9.2.19). */
function textMarkup(text: string): string {
  return escapeXmlText(text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_"));
}

const plain = (text: string) => `<t xml:space="preserve">${textMarkup(text)}</t>`;

/** The content of `si` or `is`. Text before the first run has the font of the cell. */
export function richTextMarkup({ text, runs }: RichText, fonts: readonly BiffFont[]): string {
  const starts = runs.filter((run, index) => run.start < text.length && run.start > (runs[index - 1]?.start ?? -1));
  const [first] = starts;
  if (!first) return plain(text);
  let markup = first.start > 0 ? `<r>${plain(text.slice(0, first.start))}</r>` : "";
  for (const [index, run] of starts.entries()) {
    const font = fontAt(fonts, run.fontIndex);
    const properties = font ? `<rPr>${fontContent(font, "rFont")}</rPr>` : "";
    markup += `<r>${properties}${plain(text.slice(run.start, starts[index + 1]?.start))}</r>`;
  }
  return markup;
}
