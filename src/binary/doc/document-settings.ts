/** Document properties (`Dop`, MS-DOC 2.7) -> `w:settings`. */
import { ByteReader } from "../../office/byte-reader.ts";
import { numberFormatName } from "./number-formats.ts";
import { element, toggle, valued } from "./xml-writer.ts";

/** Compatibility switches by their bit in Copts60 and Copts80 (MS-DOC 2.7.6 and 2.7.7), Copts (2.7.8) from bit 32 on. */
const SWITCHES: Readonly<Record<number, string>> = {
  0: "noTabHangInd",
  1: "noSpaceRaiseLower",
  2: "suppressSpBfAfterPgBrk",
  3: "wrapTrailSpaces",
  5: "noColumnBalance",
  7: "suppressTopSpacing",
  10: "showBreaksInFrames",
  11: "swapBordersFacingPages",
  16: "suppressTopSpacingWP",
  18: "printBodyTextBeforeHeader",
  19: "noLeading",
  20: "spaceForUL",
  21: "mwSmallCaps",
  25: "lineWrapLikeWord6",
  28: "useSingleBorderforContiguousCells",
  34: "doNotUseHTMLParagraphAutoSpacing",
  35: "adjustLineHeightInTable",
  36: "forgetLastTabAlignment",
  38: "alignTablesRowByRow",
  39: "layoutRawTableWidth",
  40: "layoutTableRowsApart",
  41: "useWord97LineBreakRules",
  42: "doNotBreakWrappedTables",
  43: "doNotSnapToGridInCell",
};
/** Bits whose meaning is the opposite of the switch. */
const INVERTED: ReadonlySet<number> = new Set([20, 35]);
const OPTIONS_80_AT = 0x54;
const OPTIONS_2000_AT = 512;
const RESTARTS = ["continuous", "eachSect", "eachPage"];
const FOOTNOTE_POSITIONS = ["sectEnd", "pageBottom", "beneathText"];

/** What the document says about its layout as the content of `w:settings`. */
export function settingsXml(bytes: Uint8Array): string {
  const reader = new ByteReader(bytes);
  const facing = (reader.u8(0) & 1) !== 0;
  const footnotePosition = FOOTNOTE_POSITIONS[(reader.u8(0) >> 5) & 3];
  const footnotes = reader.u16(2);
  const endnotes = reader.u16(0x34);
  const endnoteFlags = reader.u16(0x36);
  const hasFormats = bytes.length >= 496;
  const footnoteFormat = hasFormats ? reader.u16(492) : (endnoteFlags >> 2) & 15;
  const endnoteFormat = hasFormats ? reader.u16(494) : (endnoteFlags >> 6) & 15;
  return (
    toggle("w:mirrorMargins", (reader.u8(6) & 0x20) !== 0) +
    toggle("w:evenAndOddHeaders", facing) +
    toggle("w:autoHyphenation", (reader.u8(5) & 0x10) !== 0) +
    valued("w:consecutiveHyphenLimit", reader.u16(0x10) || undefined) +
    valued("w:hyphenationZone", reader.u16(0x0e) || undefined) +
    toggle("w:doNotHyphenateCaps", (reader.u8(5) & 0x08) === 0) +
    valued("w:defaultTabStop", reader.u16(10) || 720) +
    noteXml("w:footnotePr", footnotes, footnoteFormat, footnotePosition) +
    noteXml("w:endnotePr", endnotes, endnoteFormat, (endnoteFlags & 3) === 0 ? "sectEnd" : "docEnd") +
    element("w:compat", {}, compatibilityXml(reader))
  );
}

function noteXml(name: string, counting: number, format: number, position: string | undefined): string {
  return element(
    name,
    {},
    valued("w:pos", position) +
      valued("w:numFmt", numberFormatName(format)) +
      valued("w:numStart", Math.max(1, counting >> 2)) +
      valued("w:numRestart", RESTARTS[counting & 3]),
  );
}

/** Files before Word 2000 do not know the newer switches: their layout is that of Word 97. */
function compatibilityXml(reader: ByteReader): string {
  const knowsNewer = reader.length >= OPTIONS_2000_AT + 4;
  const isOn = (bit: number) =>
    bit < 32
      ? ((reader.u32(OPTIONS_80_AT) >>> bit) & 1) === 1
      : ((reader.u32(OPTIONS_2000_AT) >>> (bit - 32)) & 1) === 1;
  let xml = "<w:splitPgBreakAndParaMark/>";
  for (const [key, name] of Object.entries(SWITCHES)) {
    const bit = Number(key);
    if (bit >= 32 && !knowsNewer) continue;
    if (isOn(bit) !== INVERTED.has(bit)) xml += toggle(`w:${name}`, true);
  }
  if (!knowsNewer) xml += "<w:doNotUseHTMLParagraphAutoSpacing/>";
  return `${xml}<w:compatSetting w:name="compatibilityMode" w:val="11"/>`;
}
