/** A picture of the file, whatever it was stored as. */

export interface Blip {
  bytes: Uint8Array;
  /** Of a file with this content: `png`, `jpeg`, `bmp`, `tiff`, `emf`, `wmf`, `pict`. */
  extension: string;
}
