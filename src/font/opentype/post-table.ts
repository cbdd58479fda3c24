import { viewOf } from "./sfnt.ts";

/** The glyph names of the standard order (ISO/IEC 14496-22, 5.2.8; Apple's TrueType Reference, "post"). */
const STANDARD_ORDER = `
  .notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft
  parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon
  semicolon less equal greater question at A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft
  backslash bracketright asciicircum underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z
  braceleft bar braceright asciitilde Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave
  acircumflex adieresis atilde aring ccedilla eacute egrave ecircumflex edieresis iacute igrave icircumflex
  idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave ucircumflex udieresis dagger degree
  cent sterling section bullet paragraph germandbls registered copyright trademark acute dieresis notequal AE
  Oslash infinity plusminus lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine
  ordmasculine Omega ae oslash questiondown exclamdown logicalnot radical florin approxequal Delta guillemotleft
  guillemotright ellipsis nonbreakingspace Agrave Atilde Otilde OE oe endash emdash quotedblleft quotedblright
  quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency guilsinglleft guilsinglright fi fl
  daggerdbl periodcentered quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute Edieresis Egrave
  Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple Ograve Uacute Ucircumflex Ugrave dotlessi
  circumflex tilde macron breve dotaccent ring cedilla hungarumlaut ogonek caron Lslash lslash Scaron scaron
  Zcaron zcaron brokenbar Eth eth Yacute yacute Thorn thorn minus multiply onesuperior twosuperior threesuperior
  onehalf onequarter threequarters franc Gbreve gbreve Idotaccent Scedilla scedilla Cacute cacute Ccaron ccaron
  dcroat`
  .trim()
  .split(/\s+/);

/** Glyph numbers by name from a `post` table of version 1 or 2; empty for one without names. */
export function postNames(post: Uint8Array | undefined): Map<string, number> {
  const names = new Map<string, number>();
  if (!post || post.length < 32) return names;
  const view = viewOf(post);
  const version = view.getUint32(0);
  if (version === 0x00010000) for (const [glyph, name] of STANDARD_ORDER.entries()) names.set(name, glyph);
  if (version !== 0x00020000 || post.length < 34) return names;
  const count = view.getUint16(32);
  const strings: string[] = [];
  for (let at = 34 + 2 * count; at < post.length; at += 1 + (post[at] ?? 0)) {
    strings.push(String.fromCharCode(...post.subarray(at + 1, at + 1 + (post[at] ?? 0))));
  }
  for (let glyph = 0; glyph < count && 36 + 2 * glyph <= post.length; glyph++) {
    const index = view.getUint16(34 + 2 * glyph);
    const name = index < STANDARD_ORDER.length ? STANDARD_ORDER[index] : strings[index - STANDARD_ORDER.length];
    if (name !== undefined && !names.has(name)) names.set(name, glyph);
  }
  return names;
}
