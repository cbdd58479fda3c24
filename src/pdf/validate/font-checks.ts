import { unicodeOfGlyphName } from "../../font/glyph-names.ts";
import type { PdfDict, PdfStream } from "../objects.ts";
import type { CharacterMap } from "../text/character-map.ts";
import { isUtf8 } from "./color-checks.ts";
import type { Check } from "./findings.ts";
import type { FontProgram } from "./font-program.ts";
import type { InspectedDocument } from "./inspected-document.ts";

/** A font, and its descendant if it is a Type 0 font. */
export interface FontSubject {
  readonly inspected: InspectedDocument;
  readonly font: PdfDict;
  readonly subtype: string | undefined;
  readonly descriptor: PdfDict | undefined;
  readonly file: PdfStream | undefined;
  readonly program: FontProgram | undefined;
  readonly isSymbolic: boolean;
  /** Of a Type 0 font. */
  readonly descendant: PdfDict | undefined;
  readonly characterMap: CharacterMap | undefined;
  /** The dictionary of an embedded CMap. */
  readonly encodingStream: PdfStream | undefined;
}

const TYPES = /^(?:Type1|MMType1|TrueType|Type3|Type0|CIDFontType0|CIDFontType2)$/;

/** The fonts that every reader has (ISO 32000-1, 9.6.2.2). */
const STANDARD_FONTS =
  /^(?:Courier(?:-(?:Bold)?(?:Oblique)?)?|Helvetica(?:-(?:Bold)?(?:Oblique)?)?|Times-(?:Roman|Bold|Italic|BoldItalic)|Symbol|ZapfDingbats)$/;

const isSimple = ({ subtype }: FontSubject) =>
  subtype === "Type1" || subtype === "MMType1" || subtype === "TrueType" || subtype === "Type3";

/** The CMaps of ISO 32000-1, table 118. */
const PREDEFINED_CMAPS = new Set(
  `Identity-H Identity-V GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H
GBK2K-V UniGB-UCS2-H UniGB-UCS2-V UniGB-UTF16-H UniGB-UTF16-V B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H ETen-B5-V
ETenms-B5-H ETenms-B5-V CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V 83pv-RKSJ-H
90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H Add-RKSJ-V EUC-H EUC-V Ext-RKSJ-H Ext-RKSJ-V H V
UniJIS-UCS2-H UniJIS-UCS2-V UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V KSC-EUC-H KSC-EUC-V
KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H UniKS-UCS2-V UniKS-UTF16-H
UniKS-UTF16-V`.split(/\s+/),
);

/** The highest supplements of the character collections that predefined CMaps belong to (table 119). */
function collectionOfCmap(name: string): { ordering: string; supplement: number } | undefined {
  if (/GB/.test(name)) return { ordering: "GB1", supplement: /UTF16|GBK2K/.test(name) ? 4 : 2 };
  if (/CNS|B5/.test(name)) return { ordering: "CNS1", supplement: /UTF16/.test(name) ? 4 : /HKscs/.test(name) ? 3 : 0 };
  if (/KS/.test(name) && !/RKSJ/.test(name)) return { ordering: "Korea1", supplement: 1 };
  if (/RKSJ|EUC|JIS|^[HV]$/.test(name)) return { ordering: "Japan1", supplement: /UTF16/.test(name) ? 5 : 4 };
  return undefined;
}

interface CidSystem {
  readonly registry: string | undefined;
  readonly ordering: string | undefined;
  readonly supplement: number | undefined;
}

function cidSystem(inspected: InspectedDocument, owner: PdfDict | undefined): CidSystem {
  const info = inspected.dict(owner?.get("CIDSystemInfo"));
  return {
    registry: inspected.text(info?.get("Registry")),
    ordering: inspected.text(info?.get("Ordering")),
    supplement: inspected.number(info?.get("Supplement")),
  };
}

export const FONT_CHECKS: readonly Check<FontSubject>[] = [
  {
    pdfA: "6.2.11.2",
    check: ({ inspected, font }) =>
      inspected.name(font.get("Type")) === "Font" ? undefined : "A font dictionary's Type is not Font.",
  },
  {
    pdfA: "6.2.11.2",
    check: ({ subtype }) =>
      subtype !== undefined && TYPES.test(subtype) ? undefined : `A font has the Subtype ${subtype ?? "none"}.`,
  },
  {
    pdfA: "6.2.11.2",
    check: ({ inspected, font, subtype }) =>
      subtype === "Type3" || inspected.name(font.get("BaseFont")) !== undefined ? undefined : "A font has no BaseFont.",
  },
  {
    pdfA: "6.1.8",
    check: ({ inspected, font }) =>
      isUtf8(inspected.name(font.get("BaseFont")) ?? "") ? undefined : "The name of a font is not UTF-8.",
  },
  {
    pdfA: "6.2.11.2",
    check(subject) {
      const { inspected, font } = subject;
      if (!isSimple(subject)) return undefined;
      const isStandard = STANDARD_FONTS.test(inspected.name(font.get("BaseFont")) ?? "");
      if (isStandard && subject.subtype === "Type1") return undefined;
      const first = inspected.number(font.get("FirstChar"));
      const last = inspected.number(font.get("LastChar"));
      if (first === undefined || last === undefined) return "A font has no FirstChar or no LastChar.";
      const widths = inspected.array(font.get("Widths"))?.length;
      return widths === last - first + 1
        ? undefined
        : `A font has ${widths ?? "no"} Widths for its ${last - first + 1} characters.`;
    },
  },
  {
    pdfA: "6.2.11.2",
    check({ inspected, file }) {
      const subtype = inspected.name(file?.dict.get("Subtype"));
      return subtype === undefined || /^(?:Type1C|CIDFontType0C|OpenType)$/.test(subtype)
        ? undefined
        : `The font file has the Subtype ${subtype}.`;
    },
  },
  {
    pdfA: "6.2.11.3.1",
    pdfUa: "7.21.3.1",
    check({ inspected, font, subtype, descendant, encodingStream }) {
      const name = inspected.name(font.get("Encoding"));
      if (subtype !== "Type0" || name === "Identity-H" || name === "Identity-V") return undefined;
      const ofFont = cidSystem(inspected, descendant);
      const collection = name === undefined ? undefined : collectionOfCmap(name);
      const ofMap = collection ? { registry: "Adobe", ...collection } : cidSystem(inspected, encodingStream?.dict);
      const fits =
        ofFont.ordering !== undefined &&
        ofFont.ordering === ofMap.ordering &&
        ofFont.registry !== undefined &&
        ofFont.registry === ofMap.registry &&
        ofFont.supplement !== undefined &&
        ofMap.supplement !== undefined &&
        ofFont.supplement <= ofMap.supplement;
      if (fits) return undefined;
      const say = ({ registry, ordering, supplement }: CidSystem) => `${registry}-${ordering}-${supplement}`;
      return `The character collections of a font (${say(ofFont)}) and of its CMap (${say(ofMap)}) do not fit.`;
    },
  },
  {
    pdfA: "6.2.11.3.2",
    pdfUa: "7.21.3.2",
    check({ inspected, subtype, descendant, file }) {
      const isTrueType = inspected.name(descendant?.get("Subtype")) === "CIDFontType2";
      if (subtype !== "Type0" || !isTrueType || !file) return undefined;
      const map = descendant?.get("CIDToGIDMap");
      return inspected.stream(map) || inspected.name(map) === "Identity"
        ? undefined
        : "A CIDFont with TrueType outlines has no CIDToGIDMap.";
    },
  },
  {
    pdfA: "6.2.11.3.3",
    pdfUa: "7.21.3.3",
    check({ inspected, font, subtype }) {
      const name = inspected.name(font.get("Encoding"));
      return subtype !== "Type0" || name === undefined || PREDEFINED_CMAPS.has(name)
        ? undefined
        : `The CMap ${name} is not embedded.`;
    },
  },
  {
    pdfA: "6.2.11.3.3",
    pdfUa: "7.21.3.3",
    check({ inspected, encodingStream, characterMap }) {
      if (!encodingStream || !characterMap) return undefined;
      const stated = inspected.number(encodingStream.dict.get("WMode")) ?? 0;
      return stated === characterMap.writingMode
        ? undefined
        : `The WMode of an embedded CMap (${characterMap.writingMode}) is not that of its dictionary (${stated}).`;
    },
  },
  {
    pdfA: "6.2.11.3.3",
    pdfUa: "7.21.3.3",
    check({ inspected, encodingStream, characterMap }) {
      const used = encodingStream?.dict.get("UseCMap");
      const inner = inspected.stream(used);
      const name =
        inspected.name(used) ?? inspected.name(inner?.dict.get("CMapName")) ?? (encodingStream && characterMap?.uses);
      return name === undefined || PREDEFINED_CMAPS.has(name)
        ? undefined
        : `An embedded CMap refers to the CMap ${name}, which is not a predefined one.`;
    },
  },
  {
    pdfA: "6.1.13",
    check: ({ characterMap }) =>
      characterMap && characterMap.maxCid > 65_535
        ? `A CID is ${characterMap.maxCid}; 65,535 is the highest.`
        : undefined,
  },
  {
    pdfA: "6.2.11.4.2",
    pdfUa: "7.21.4.2",
    check({ inspected, font, subtype, descriptor, program }) {
      const list = inspected.text(descriptor?.get("CharSet"));
      const isSubset = /^[A-Z]{6}\+/.test(inspected.name(font.get("BaseFont")) ?? "");
      if (subtype !== "Type1" && subtype !== "MMType1") return undefined;
      if (list === undefined || !isSubset || program?.kind !== "named") return undefined;
      const listed = new Set(list.split("/").map((name) => name.trim()));
      const missing = [...program.names].find((name) => name !== ".notdef" && !listed.has(name));
      const surplus = [...listed].find((name) => name !== "" && name !== ".notdef" && !program.names.has(name));
      if (missing !== undefined) return `The glyph ${missing} of a font is not in its CharSet.`;
      return surplus === undefined ? undefined : `The glyph ${surplus} of a font's CharSet is not in its program.`;
    },
  },
  {
    pdfA: "6.2.11.4.2",
    pdfUa: "7.21.4.2",
    check({ inspected, descendant, descriptor, program }) {
      const stream = inspected.stream(descriptor?.get("CIDSet"));
      const isSubset = /^[A-Z]{6}\+/.test(inspected.name(descendant?.get("BaseFont")) ?? "");
      const bits = stream && inspected.decoded(stream);
      if (!descendant || !bits || !isSubset || !program) return undefined;
      const cids = cidsOf(inspected, descendant, program);
      const has = (cid: number) => (((bits[cid >> 3] ?? 0) >> (7 - (cid & 7))) & 1) === 1;
      if (!cids) return undefined;
      for (const cid of cids) if (!has(cid)) return `The CID ${cid} of a font is not in its CIDSet.`;
      for (let cid = 0; cid < 8 * bits.length; cid++) {
        if (cid > 0 && has(cid) && !cids.has(cid)) return `The CID ${cid} of a font's CIDSet is not in its program.`;
      }
      return undefined;
    },
  },
  {
    pdfA: "6.2.11.6",
    pdfUa: "7.21.6",
    check({ subtype, program, isSymbolic }) {
      if (subtype !== "TrueType" || isSymbolic || program?.kind !== "truetype") return undefined;
      const least = hasSymbolSubtable(program) ? 2 : 1;
      return program.subtableCount >= least ? undefined : "A TrueType font has no cmap that is not symbolic.";
    },
  },
  {
    pdfA: "6.2.11.6",
    pdfUa: "7.21.6",
    check({ inspected, font, subtype, program, isSymbolic }) {
      if (subtype !== "TrueType" || isSymbolic) return undefined;
      const encoding = inspected.resolve(font.get("Encoding"));
      const base = inspected.name(encoding) ?? inspected.name(inspected.dict(encoding)?.get("BaseEncoding"));
      if (base !== "MacRomanEncoding" && base !== "WinAnsiEncoding")
        return "A TrueType font that is not symbolic has neither MacRomanEncoding nor WinAnsiEncoding.";
      const differences = inspected.array(inspected.dict(encoding)?.get("Differences"));
      if (!differences) return undefined;
      const unknown = differences
        .map((item) => inspected.name(item))
        .find((name) => name !== undefined && name !== ".notdef" && unicodeOfGlyphName(name) === undefined);
      if (unknown !== undefined) return `The glyph name ${unknown} in Differences is not in the Adobe Glyph List.`;
      const hasUnicode =
        program?.kind === "truetype" &&
        program.subtables?.some(({ platform, encoding: code }) => platform === 3 && code === 1);
      return hasUnicode || program === undefined
        ? undefined
        : "A TrueType font has Differences, but no Microsoft Unicode cmap.";
    },
  },
  {
    pdfA: "6.2.11.6",
    pdfUa: "7.21.6",
    check: ({ font, subtype, isSymbolic }) =>
      subtype === "TrueType" && isSymbolic && font.has("Encoding")
        ? "A symbolic TrueType font has an Encoding."
        : undefined,
  },
  {
    pdfA: "6.2.11.6",
    pdfUa: "7.21.6",
    check({ subtype, program, isSymbolic }) {
      if (subtype !== "TrueType" || !isSymbolic || program?.kind !== "truetype") return undefined;
      return program.subtableCount === 1 || hasSymbolSubtable(program)
        ? undefined
        : `A symbolic TrueType font has ${program.subtableCount} cmaps and no Microsoft Symbol one.`;
    },
  },
];

function hasSymbolSubtable(program: FontProgram): boolean {
  if (program.kind !== "truetype") return false;
  return program.subtables?.some(({ platform, encoding }) => platform === 3 && encoding === 0) ?? false;
}

/** The CIDs of an embedded CIDFont; undefined if a CIDToGIDMap other than Identity hides them. */
function cidsOf(inspected: InspectedDocument, descendant: PdfDict, program: FontProgram): Set<number> | undefined {
  if (program.kind === "cid") return new Set(program.cids);
  const count = program.kind === "truetype" ? program.glyphCount : program.order.length;
  const map = inspected.stream(descendant.get("CIDToGIDMap"));
  if (!map) return new Set(Array.from({ length: count }, (_, glyph) => glyph));
  const bytes = inspected.decoded(map);
  if (!bytes) return undefined;
  const cids = new Set([0]);
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const glyph = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
    if (glyph > 0 && glyph < count) cids.add(at / 2);
  }
  return cids;
}

/** A font that text was shown in, drawn or not. */
export interface UsedFont extends FontSubject {
  readonly isRendered: boolean;
}

export const EMBEDDING_CHECKS: readonly Check<UsedFont>[] = [
  {
    pdfA: "6.2.11.4.1",
    pdfUa: "7.21.4.1",
    check({ inspected, font, subtype, file, isRendered }) {
      if (subtype === "Type3" || !isRendered || file) return undefined;
      return `The font ${inspected.name(font.get("BaseFont")) ?? ""} is not embedded.`;
    },
  },
];

/** A character that is shown. */
export interface ShownGlyph {
  readonly fontName: string;
  readonly code: number;
  readonly isRendered: boolean;
  /** Undefined if it cannot be determined. */
  readonly isPresent: boolean | undefined;
  readonly isNotdef: boolean;
  readonly programWidth: number | undefined;
  readonly statedWidth: number | undefined;
  readonly text: string | undefined;
  /** An ActualText stands for it. */
  readonly hasReplacement: boolean;
}

const WIDTH_TOLERANCE = 1;
const hexadecimal = (code: number) => code.toString(16).toUpperCase().padStart(2, "0");

export const GLYPH_CHECKS: readonly Check<ShownGlyph>[] = [
  {
    pdfA: "6.2.11.4.1",
    pdfUa: "7.21.4.1",
    check: ({ isRendered, isPresent, code, fontName }) =>
      isRendered && isPresent === false
        ? `The font ${fontName} has no glyph for the code ${hexadecimal(code)}.`
        : undefined,
  },
  {
    pdfA: "6.2.11.5",
    pdfUa: "7.21.5",
    check({ isRendered, programWidth, statedWidth, code, fontName }) {
      if (!isRendered || programWidth === undefined || statedWidth === undefined) return undefined;
      return Math.abs(programWidth - statedWidth) <= WIDTH_TOLERANCE
        ? undefined
        : `The code ${hexadecimal(code)} of the font ${fontName} is ${round(programWidth)} wide in the font program, ` +
            `${round(statedWidth)} in the font dictionary.`;
    },
  },
  {
    pdfA: "6.2.11.7.2",
    pdfUa: "7.21.7",
    level: "u",
    check: ({ text, code, fontName }) =>
      text === undefined ? `The code ${hexadecimal(code)} of the font ${fontName} has no Unicode value.` : undefined,
  },
  {
    pdfA: "6.2.11.7.2",
    pdfUa: "7.21.7",
    level: "u",
    check: ({ text, code, fontName }) =>
      text !== undefined && /[\0\ufeff\ufffe]/.test(text)
        ? `The code ${hexadecimal(code)} of the font ${fontName} is mapped to U+0000, U+FEFF or U+FFFE.`
        : undefined,
  },
  {
    pdfA: "6.2.11.7.3",
    level: "a",
    check: ({ text, code, fontName, hasReplacement }) =>
      text !== undefined && !hasReplacement && /[\ue000-\uf8ff]|[\udb80-\udbff]/.test(text)
        ? `The code ${hexadecimal(code)} of the font ${fontName} is mapped to the private use area without an ActualText.`
        : undefined,
  },
  {
    pdfA: "6.2.11.8",
    pdfUa: "7.21.8",
    check: ({ isNotdef, code, fontName }) =>
      isNotdef ? `The code ${hexadecimal(code)} of the font ${fontName} shows the glyph .notdef.` : undefined,
  },
];

const round = (value: number) => Math.round(value * 10) / 10;
