import { present } from "../domain/present.ts";

/** Glyph names of simple fonts (ISO 32000-2, annex D; Adobe Glyph List) and the code pages they are in. */

const ACCENTS: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circumflex: "\u0302",
  tilde: "\u0303",
  macron: "\u0304",
  breve: "\u0306",
  dotaccent: "\u0307",
  dieresis: "\u0308",
  ring: "\u030a",
  hungarumlaut: "\u030b",
  caron: "\u030c",
  commaaccent: "\u0327",
  cedilla: "\u0327",
  ogonek: "\u0328",
};

const NAMED_CHARACTERS = `
space 20 exclam 21 quotedbl 22 numbersign 23 dollar 24 percent 25 ampersand 26 quotesingle 27 parenleft 28
parenright 29 asterisk 2a plus 2b comma 2c hyphen 2d period 2e slash 2f zero 30 one 31 two 32 three 33 four 34 five 35
six 36 seven 37 eight 38 nine 39 colon 3a semicolon 3b less 3c equal 3d greater 3e question 3f at 40 bracketleft 5b
backslash 5c bracketright 5d asciicircum 5e underscore 5f grave 60 braceleft 7b bar 7c braceright 7d asciitilde 7e
nbspace a0 nonbreakingspace a0 exclamdown a1 cent a2 sterling a3 currency a4 yen a5 brokenbar a6 section a7 dieresis a8
copyright a9 ordfeminine aa guillemotleft ab logicalnot ac sfthyphen ad softhyphen ad registered ae macron af degree b0
plusminus b1 twosuperior b2 threesuperior b3 acute b4 mu b5 mu1 b5 paragraph b6 periodcentered b7 middot b7 cedilla b8
onesuperior b9 ordmasculine ba guillemotright bb onequarter bc onehalf bd threequarters be questiondown bf AE c6 Eth d0
multiply d7 Oslash d8 Thorn de germandbls df ae e6 eth f0 divide f7 oslash f8 thorn fe Dcroat 110 Dslash 110 dcroat 111
dmacron 111 Hbar 126 hbar 127 dotlessi 131 IJ 132 ij 133 kgreenlandic 138 Ldot 13f ldot 140 Lslash 141 lslash 142
napostrophe 149 Eng 14a eng 14b OE 152 oe 153 Tbar 166 tbar 167 longs 17f florin 192 circumflex 2c6 caron 2c7 breve 2d8
dotaccent 2d9 ring 2da ogonek 2db tilde 2dc hungarumlaut 2dd Alpha 391 Beta 392 Gamma 393 Delta 394 Epsilon 395 Zeta 396
Eta 397 Theta 398 Iota 399 Kappa 39a Lambda 39b Mu 39c Nu 39d Xi 39e Omicron 39f Pi 3a0 Rho 3a1 Sigma 3a3 Tau 3a4
Upsilon 3a5 Phi 3a6 Chi 3a7 Psi 3a8 Omega 3a9 alpha 3b1 beta 3b2 gamma 3b3 delta 3b4 epsilon 3b5 zeta 3b6 eta 3b7
theta 3b8 iota 3b9 kappa 3ba lambda 3bb nu 3bd xi 3be omicron 3bf pi 3c0 rho 3c1 sigma1 3c2 sigma 3c3 tau 3c4
upsilon 3c5 phi 3c6 chi 3c7 psi 3c8 omega 3c9 theta1 3d1 phi1 3d5 omega1 3d6 endash 2013 emdash 2014 quoteleft 2018
quoteright 2019 quotesinglbase 201a quotedblleft 201c quotedblright 201d quotedblbase 201e dagger 2020 daggerdbl 2021
bullet 2022 ellipsis 2026 perthousand 2030 minute 2032 second 2033 guilsinglleft 2039 guilsinglright 203a fraction 2044
Euro 20ac trademark 2122 arrowleft 2190 arrowup 2191 arrowright 2192 arrowdown 2193 arrowboth 2194 partialdiff 2202
increment 2206 product 220f summation 2211 minus 2212 radical 221a infinity 221e integral 222b approxequal 2248
universal 2200 existential 2203 suchthat 220b asteriskmath 2217 congruent 2245 therefore 2234 perpendicular 22a5
similar 223c Upsilon1 3d2 club 2663 diamond 2666 heart 2665 spade 2660 proportional 221d equivalence 2261 aleph 2135
Ifraktur 2111 Rfraktur 211c weierstrass 2118 circlemultiply 2297 circleplus 2295 emptyset 2205 intersection 2229
union 222a propersuperset 2283 reflexsuperset 2287 notsubset 2284 propersubset 2282 reflexsubset 2286 element 2208
notelement 2209 angle 2220 gradient 2207 logicaland 2227 logicalor 2228 arrowdblboth 21d4 arrowdblleft 21d0
arrowdblup 21d1 arrowdblright 21d2 arrowdbldown 21d3 angleleft 2329 angleright 232a carriagereturn 21b5 dotmath 22c5
notequal 2260 lessequal 2264 greaterequal 2265 lozenge 25ca fi fb01 fl fb02 apple f8ff H18533 25a0 filledbox 25a0
triagup 25b2 triagdn 25bc circle 25cb H22073 25a1`;

/** Characters of codes 80 to ff. */
const WINDOWS_1252_HIGH = `€•‚ƒ„…†‡ˆ‰Š‹Œ•Ž••‘’“”•–—˜™š›œ•žŸ${String.fromCharCode(...Array.from({ length: 96 }, (_, index) => 0xa0 + index))}`;
const MAC_ROMAN_HIGH =
  "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰" +
  "ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

const unicodeByName = new Map<string, number>();
for (const [, name, code] of NAMED_CHARACTERS.matchAll(/(\S+) ([0-9a-f]+)/g)) {
  unicodeByName.set(present(name), Number.parseInt(present(code), 16));
}

/** The Unicode value of a glyph name; undefined for names outside the list. */
export function unicodeOfGlyphName(name: string): number | undefined {
  const known = unicodeByName.get(name);
  if (known !== undefined) return known;
  if (/^[A-Za-z]$/.test(name)) return name.charCodeAt(0);
  const hexadecimal = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(name);
  if (hexadecimal) return Number.parseInt(present(hexadecimal[1] ?? hexadecimal[2]), 16);
  const cyrillic = /^afii(100(?:1[7-9]|[2-8]\d|9[0-7]))$/.exec(name);
  if (cyrillic) return cyrillicOf(Number(cyrillic[1]));
  const accent = ACCENTS[name.slice(1)];
  if (accent === undefined || !/^[A-Za-z]/.test(name)) return undefined;
  const composed = ((name[0] ?? 0) + accent).normalize("NFC");
  return composed.length === 1 ? composed.charCodeAt(0) : undefined;
}

/** afii10017..10049 are capital, 10065..10097 small letters; Io is seventh in both. */
function cyrillicOf(number: number): number | undefined {
  const capital = number - 10017;
  const small = number - 10065;
  const index = small >= 0 ? small : capital;
  if (index > 32) return undefined;
  if (index === 6) return small >= 0 ? 0x451 : 0x401;
  return (small >= 0 ? 0x430 : 0x410) + (index > 6 ? index - 1 : index);
}

/** Unicode values that a code means in WinAnsiEncoding, MacRomanEncoding and StandardEncoding (annex D). */
export function unicodeOfCode(code: number): number[] {
  if (code < 0x80) return code === 0x27 ? [0x27, 0x2019] : code === 0x60 ? [0x60, 0x2018] : [code];
  const values = [WINDOWS_1252_HIGH.charCodeAt(code - 0x80), MAC_ROMAN_HIGH.charCodeAt(code - 0x80)];
  const standard = STANDARD_HIGH.get(code);
  if (standard !== undefined) values.push(standard);
  return values;
}

/** The code of a character in MacRomanEncoding. */
export function macRomanCode(unicode: number): number | undefined {
  if (unicode < 0x80) return unicode;
  const index = MAC_ROMAN_HIGH.indexOf(String.fromCharCode(unicode));
  return index < 0 ? undefined : index + 0x80;
}

/** StandardEncoding above 7f. */
const STANDARD_HIGH = standardHigh();

function standardHigh(): Map<number, number> {
  const rows: readonly (readonly [number, string])[] = [
    [0xa1, "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ"],
    [0xb1, "–†‡·"],
    [0xb6, "¶•‚„”»…‰"],
    [0xbf, "¿"],
    [0xc1, "`´ˆ˜¯˘˙¨"],
    [0xca, "˚¸"],
    [0xcd, "˝˛ˇ—"],
    [0xe1, "Æ"],
    [0xe3, "ª"],
    [0xe8, "ŁØŒº"],
    [0xf1, "æ"],
    [0xf5, "ı"],
    [0xf8, "łøœß"],
  ];
  const table = new Map<number, number>();
  for (const [first, characters] of rows) {
    for (let index = 0; index < characters.length; index++) table.set(first + index, characters.charCodeAt(index));
  }
  return table;
}
