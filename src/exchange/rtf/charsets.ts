/** `\fcharset` -> code page (Rich Text Format 1.9.1, "Font table"). */
const CODE_PAGES: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  130: 1361,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
  254: 437,
  255: 850,
};

/** The charset of fonts of symbols: their characters are the bytes themselves. */
export const SYMBOL_CHARSET = 2;

/** Undefined for charsets that leave it to the file. */
export function codePageOfCharset(charset: number): number | undefined {
  return CODE_PAGES[charset];
}
