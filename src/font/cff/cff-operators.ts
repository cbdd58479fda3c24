/**
 * Operators of DICTs by their names in the specification (Adobe Technical Note 5176, tables 9, 10 and 23); those of two
 * bytes are 0x0c00 plus the second byte.
 */
export const CFF = {
  fontBBox: 5,
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subrs: 19,
  defaultWidthX: 20,
  nominalWidthX: 21,
  charstringType: 0x0c06,
  fontMatrix: 0x0c07,
  ros: 0x0c1e,
  cidCount: 0x0c22,
  fdArray: 0x0c24,
  fdSelect: 0x0c25,
  fontName: 0x0c26,
} as const;
