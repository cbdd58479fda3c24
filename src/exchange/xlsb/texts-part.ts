/** Texts that cells share (MS-XLSB 2.1.7.45) -> the shared strings (ECMA-376 Part 1, 18.4). */
import { element } from "../../binary/doc/xml-writer.ts";
import { checkLimit } from "../../domain/limits.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import { RECORD, type RecordData, recordsOf } from "./records.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const MOST_RUNS = 4_000;

/** @param fonts `rPr` of each font @throws Failure `too_complex` */
export function sharedTextsXml(part: Uint8Array, fonts: readonly string[]): string {
  const items: string[] = [];
  let length = 0;
  for (const [type, data] of recordsOf(part)) {
    if (type !== RECORD.sharedItem) continue;
    const item = element("si", {}, richTextXml(data, fonts));
    length += item.length;
    checkLimit("cells", items.length + 1);
    checkLimit("sheetPartBytes", length);
    items.push(item);
  }
  return element("sst", { xmlns: MAIN }, items.join(""));
}

/** A text with its runs, each in a font of its own (MS-XLSB 2.5.122). */
export function richTextXml(data: RecordData, fonts: readonly string[]): string {
  const isRich = (data.u8() & 1) === 1;
  const text = data.text();
  const runs: { from: number; font: string }[] = [];
  if (isRich) {
    const count = Math.min(MOST_RUNS, data.u32());
    for (let at = 0; at < count && data.left > 0; at++) {
      const from = data.u16();
      runs.push({ from, font: fonts[data.u16()] ?? "" });
    }
  }
  if (runs.length === 0) return textXml(text);
  const first = runs[0]?.from ?? 0;
  const pieces = first > 0 ? [element("r", {}, textXml(text.slice(0, first)))] : [];
  for (const [index, { from, font }] of runs.entries()) {
    const to = runs[index + 1]?.from ?? text.length;
    if (to > from) pieces.push(element("r", {}, font + textXml(text.slice(from, to))));
  }
  return pieces.join("");
}

function textXml(text: string): string {
  return element("t", { "xml:space": "preserve" }, escapeXmlText(text));
}
