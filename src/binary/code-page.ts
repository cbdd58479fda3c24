/** Texts of one byte per character (or two, in the Far East) by their code page (MS-XLS 2.4.52, MS-OLEPS 2.18.2). */

/** Turns stored bytes into text. */
export interface ByteDecoder {
  decode(bytes: Uint8Array): string;
}

const ENCODINGS: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  32768: "macintosh",
  65001: "utf-8",
};
/** Characters from 128 on of code pages that no browser knows: DOS and the Mac in central Europe. */
const TABLES: Readonly<Record<number, string>> = {
  437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  852:
    "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐" +
    "└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0",
  10029:
    "ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ" +
    "ņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ",
};
const WESTERN = "windows-1252";

/** Code pages that are not known are read as western European. */
export function codePageDecoder(codePage: number): ByteDecoder {
  const table = TABLES[codePage];
  if (table) return { decode: (bytes) => decodeByTable(bytes, table) };
  const isWindows = codePage >= 1250 && codePage <= 1258;
  return new TextDecoder(isWindows ? `windows-${codePage}` : (ENCODINGS[codePage] ?? WESTERN));
}

function decodeByTable(bytes: Uint8Array, table: string): string {
  let text = "";
  for (const byte of bytes) text += byte < 128 ? String.fromCharCode(byte) : (table[byte - 128] ?? "");
  return text;
}
