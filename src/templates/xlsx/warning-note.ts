import { decodeXmlText, escapeXmlText } from "../../office/xml-text.ts";
import { OfficePackage } from "../ooxml/office-package.ts";
import { OutputPackage } from "../ooxml/output-package.ts";
import { MAX_HEADER_LENGTH } from "./sheet-frame.ts";

/** Small and red, at the left; a blank ends the color. */
const STYLE = "&6&KB21A1A ";
/** A shorter note says nothing. */
const MIN_LENGTH = 20;

/** A merged workbook with lines in small red letters at the foot of its printed pages: in cells they would be data. */
export function withWarningNote(bytes: Uint8Array, lines: readonly string[]): Uint8Array {
  const source = new OfficePackage(bytes);
  const output = new OutputPackage(source, source.contentTypes);
  for (const part of source.contentTypes.partsOf((type) => type.endsWith("spreadsheetml.worksheet+xml"))) {
    const sheet = source.text(part);
    const noted = sheet?.replace(/<headerFooter(?:\s[^>]*)?(?<!\/)>[\s\S]*?<\/headerFooter>/, (xml) =>
      withFooters(xml, lines),
    );
    if (noted !== undefined && noted !== sheet) output.set(part, noted);
  }
  return output.finish();
}

/** Test merges have headers on every sheet: the word SAMPLE is there. */
function withFooters(xml: string, lines: readonly string[]): string {
  const noted = xml
    .replace(/<(?:odd|even|first)Footer(?:\s[^>]*)?\/>/g, "")
    .replace(
      /<((?:odd|even|first)Footer)(?:\s[^>]*)?(?<!\/)>([\s\S]*?)<\/\1>/g,
      (_, name: string, text: string) => `<${name}>${escapeXmlText(withNote(decodeXmlText(text), lines))}</${name}>`,
    );
  if (noted.includes("<oddFooter>")) return noted;
  return noted.replace("</oddHeader>", `$&<oddFooter>${escapeXmlText(withNote("", lines))}</oddFooter>`);
}

/** A footer's text with the note at the left, above what is there; altogether no longer than Excel allows. */
function withNote(text: string, lines: readonly string[]): string {
  const [left = ""] = /&L[^&]*(?:&[^LRC][^&]*)*/.exec(text) ?? [];
  const others = text.replace(left, "");
  const own = left === "" ? "" : `\n${left.slice(2)}`;
  const room = MAX_HEADER_LENGTH - others.length - own.length - STYLE.length - "&L".length;
  const note = lines.join("\n").replaceAll("&", "&&");
  if (room < Math.min(MIN_LENGTH, note.length)) return text;
  const shown = note.length <= room ? note : `${note.slice(0, room - 1).replace(/&+$/, "")}…`;
  return `&L${STYLE}${shown}${own}${/^&[LCR]/.test(others) || others === "" ? "" : "&C"}${others}`;
}
