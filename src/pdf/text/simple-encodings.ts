import { ISO_ADOBE_NAMES } from "../../font/cff/cff-names.ts";

/** The encodings of simple fonts (ISO 32000-1, annex D): glyph names by code. */
type EncodingName = "StandardEncoding" | "MacRomanEncoding" | "WinAnsiEncoding";

const LETTERS_OF_LATIN_1 = `Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave Eacute Ecircumflex
Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute Ocircumflex Otilde Odieresis multiply Oslash
Ugrave Uacute Ucircumflex Udieresis Yacute Thorn germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla
egrave eacute ecircumflex edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde
odieresis divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis`;

/** From code 7f; unused codes show a bullet. */
const WIN_ANSI_HIGH = `bullet Euro bullet quotesinglbase florin quotedblbase ellipsis dagger daggerdbl circumflex
perthousand Scaron guilsinglleft OE bullet Zcaron bullet bullet quoteleft quoteright quotedblleft quotedblright bullet
endash emdash tilde trademark scaron guilsinglright oe bullet zcaron Ydieresis space exclamdown cent sterling currency
yen brokenbar section dieresis copyright ordfeminine guillemotleft logicalnot hyphen registered macron degree plusminus
twosuperior threesuperior acute mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter
onehalf threequarters questiondown ${LETTERS_OF_LATIN_1}`;

/** From code 80. */
const MAC_ROMAN_HIGH = `Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave acircumflex adieresis
atilde aring ccedilla eacute egrave ecircumflex edieresis iacute igrave icircumflex idieresis ntilde oacute ograve
ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis dagger degree cent sterling section bullet paragraph
germandbls registered copyright trademark acute dieresis notequal AE Oslash infinity plusminus lessequal greaterequal yen
mu partialdiff summation product pi integral ordfeminine ordmasculine Omega ae oslash questiondown exclamdown logicalnot
radical florin approxequal Delta guillemotleft guillemotright ellipsis space Agrave Atilde Otilde OE oe endash emdash
quotedblleft quotedblright quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency guilsinglleft
guilsinglright fi fl daggerdbl periodcentered quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute
Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple Ograve Uacute Ucircumflex Ugrave dotlessi
circumflex tilde macron breve dotaccent ring cedilla hungarumlaut ogonek caron`;

/** Runs of codes of StandardEncoding above 7e; the names continue in the order of the ISOAdobe set. */
const STANDARD_HIGH_RUNS: readonly (readonly [first: number, last: number])[] = [
  [161, 175],
  [177, 180],
  [182, 189],
  [191, 191],
  [193, 200],
  [202, 203],
  [205, 208],
  [225, 225],
  [227, 227],
  [232, 235],
  [241, 241],
  [245, 245],
  [248, 251],
];

const standard = new Map<number, string>();
let next = 1;
for (const [first, last] of [[32, 126] as const, ...STANDARD_HIGH_RUNS]) {
  for (let code = first; code <= last; code++) standard.set(code, ISO_ADOBE_NAMES[next++] ?? "");
}

function latin(high: string, from: number): Map<number, string> {
  const names = new Map([...standard].filter(([code]) => code < 0x7f));
  names.set(0x27, "quotesingle");
  names.set(0x60, "grave");
  for (const [index, name] of high.split(/\s+/).entries()) names.set(from + index, name);
  return names;
}

const ENCODINGS: Readonly<Record<EncodingName, ReadonlyMap<number, string>>> = {
  StandardEncoding: standard,
  MacRomanEncoding: latin(MAC_ROMAN_HIGH, 0x80),
  WinAnsiEncoding: latin(WIN_ANSI_HIGH, 0x7f),
};

/** The glyph names of an encoding by code; undefined for one that is not known. */
export function encodingNames(encoding: string): ReadonlyMap<number, string> | undefined {
  return Object.hasOwn(ENCODINGS, encoding) ? ENCODINGS[encoding as EncodingName] : undefined;
}

const macCodes = new Map([...ENCODINGS.MacRomanEncoding].map(([code, name]) => [name, code] as const));

/** The code of a glyph name in MacRomanEncoding. */
export function macRomanCodeOfName(name: string): number | undefined {
  return macCodes.get(name);
}
