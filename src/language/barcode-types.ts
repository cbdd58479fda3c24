/** What `{barcode type=}` may say, without blanks, dashes, underscores and case (language "Document tags"). */
export const BARCODE_TYPES = [
  "code128",
  "gs1128",
  "code39",
  "code93",
  "codabar",
  "ean13",
  "ean8",
  "upca",
  "upce",
  "isbn",
  "itf",
  "itf14",
  "qrcode",
  "qr",
  "datamatrix",
  "pdf417",
  "aztec",
] as const;

export type BarcodeType = (typeof BARCODE_TYPES)[number];

/** The type that is meant; undefined when there is none. */
export function barcodeTypeOf(written: string): BarcodeType | undefined {
  const folded = written.toLowerCase().replace(/[\s_-]/g, "");
  return BARCODE_TYPES.find((type) => type === folded);
}
