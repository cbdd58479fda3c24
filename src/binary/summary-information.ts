/** Document properties of Office 97-2003 (`SummaryInformation`, MS-OLEPS 2.11 to 2.21 and 3.1). */
import { ByteReader } from "../office/byte-reader.ts";
import { type ByteDecoder, codePageDecoder } from "./code-page.ts";

/** Texts of the properties by their name in the core properties of packages. */
export type SummaryInformation = Readonly<Partial<Record<SummaryName, string>>>;

const NAMES = { 2: "title", 3: "subject", 4: "creator", 5: "keywords", 6: "description", 8: "lastModifiedBy" } as const;
type SummaryName = (typeof NAMES)[keyof typeof NAMES];

const CODE_PAGE = 1;
const TYPE = { text: 0x1e, wideText: 0x1f };
const SECTION_AT = 44;
const MAX_PROPERTIES = 200;
const WESTERN = 1252;
const MAX_TEXT_LENGTH = 4_096;
/** Empty for a stream that cannot be read. */
export function readSummaryInformation(bytes: Uint8Array): SummaryInformation {
  const reader = new ByteReader(bytes);
  if (reader.u16(0) !== 0xfffe) return {};
  const places = propertyPlaces(reader);
  const decoder = codePageDecoder(summaryCodePage(bytes));
  const found: Partial<Record<SummaryName, string>> = {};
  for (const [id, name] of Object.entries(NAMES)) {
    const text = readText(reader, places.get(Number(id)), decoder);
    if (text) found[name] = text;
  }
  return found;
}

/** The code page of a file's texts; that of western Europe if it names none. */
export function summaryCodePage(bytes: Uint8Array): number {
  const reader = new ByteReader(bytes);
  const at = reader.u16(0) === 0xfffe ? propertyPlaces(reader).get(CODE_PAGE) : undefined;
  return at === undefined ? WESTERN : reader.u16(at + 4);
}

/** Where the properties of the section lie, by their ids. */
function propertyPlaces(reader: ByteReader): Map<number, number> {
  const section = reader.u32(SECTION_AT);
  const places = new Map<number, number>();
  for (let index = 0; index < Math.min(MAX_PROPERTIES, reader.u32(section + 4)); index++) {
    places.set(reader.u32(section + 8 + 8 * index), section + reader.u32(section + 12 + 8 * index));
  }
  return places;
}

function readText(reader: ByteReader, at: number | undefined, decoder: ByteDecoder): string | undefined {
  if (at === undefined) return undefined;
  const type = reader.u32(at);
  const size = Math.min(MAX_TEXT_LENGTH, reader.u32(at + 4));
  const text =
    type === TYPE.text
      ? decoder.decode(reader.bytes(at + 8, size))
      : type === TYPE.wideText
        ? reader.utf16(at + 8, size)
        : undefined;
  return text?.split("\0")[0]?.trim();
}
