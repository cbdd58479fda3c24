/** Date, footer and number that slides show (HeadersFootersAtom, MS-PPT 2.4.15). */
import { ByteReader } from "../../office/byte-reader.ts";
import { type ArtNode, childOfType, childrenOfType } from "../officeart/records.ts";
import { utf16 } from "./program-tags.ts";
import { PPT } from "./record-types.ts";

export interface HeadersFooters {
  showsDate: boolean;
  /** The date is the present one, in this format; otherwise it is `userDate`. */
  isToday: boolean;
  dateFormat: number;
  showsSlideNumber: boolean;
  showsFooter: boolean;
  userDate: string;
  header: string;
  footer: string;
}

const FLAG = { date: 1, today: 2, slideNumber: 8, footer: 32 };
/** Instances of the texts. */
const TEXT = { userDate: 0, header: 1, footer: 2 };

/** `instance`: 3 for slides, 4 for notes, 0 within a slide. */
export function readHeadersFooters(owner: ArtNode | undefined, instance?: number): HeadersFooters | undefined {
  const container = childOfType(owner, PPT.headersFooters, instance);
  const atom = childOfType(container, PPT.headersFootersAtom);
  if (!atom) return undefined;
  const reader = new ByteReader(atom.body);
  const flags = reader.u16(2);
  const text = (wanted: number) => {
    const found = childrenOfType(container, PPT.cString).find((record) => record.instance === wanted);
    return found ? utf16(found.body) : "";
  };
  return {
    showsDate: (flags & FLAG.date) !== 0,
    isToday: (flags & FLAG.today) !== 0,
    dateFormat: reader.i16(0),
    showsSlideNumber: (flags & FLAG.slideNumber) !== 0,
    showsFooter: (flags & FLAG.footer) !== 0,
    userDate: text(TEXT.userDate),
    header: text(TEXT.header),
    footer: text(TEXT.footer),
  };
}
