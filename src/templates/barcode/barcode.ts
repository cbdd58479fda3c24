import {
  azteccode,
  code39ext,
  code93ext,
  code128,
  type DrawingContext,
  datamatrix,
  drawingSVG,
  ean8,
  ean13,
  gs1_128,
  interleaved2of5,
  isbn,
  itf14,
  pdf417,
  qrcode,
  type RenderOptions,
  rationalizedCodabar,
  upca,
  upce,
} from "@bwip-js/generic";
import { BARCODE_TYPES, type BarcodeType, barcodeTypeOf } from "../../language/barcode-types.ts";

/** A symbology's encoder: draws `options.text` on whatever drawing it is given. */
type Encoder = <T>(options: RenderOptions, drawing: DrawingContext<T>) => T;

interface Symbology {
  encode: Encoder;
  /** The library's own name. */
  id: string;
  /** Linear codes carry the text below the bars. */
  linear: boolean;
}

const linear = (id: string, encode: Encoder): Symbology => ({ id, encode, linear: true });
const matrix = (id: string, encode: Encoder): Symbology => ({ id, encode, linear: false });

/** Each is imported by name, so the rest is not bundled. */
const SYMBOLOGIES: Readonly<Record<BarcodeType, Symbology>> = {
  code128: linear("code128", code128),
  gs1128: linear("gs1-128", gs1_128),
  code39: linear("code39ext", code39ext),
  code93: linear("code93ext", code93ext),
  codabar: linear("rationalizedCodabar", rationalizedCodabar),
  ean13: linear("ean13", ean13),
  ean8: linear("ean8", ean8),
  upca: linear("upca", upca),
  upce: linear("upce", upce),
  isbn: linear("isbn", isbn),
  itf: linear("interleaved2of5", interleaved2of5),
  itf14: linear("itf14", itf14),
  qrcode: matrix("qrcode", qrcode),
  qr: matrix("qrcode", qrcode),
  datamatrix: matrix("datamatrix", datamatrix),
  pdf417: matrix("pdf417", pdf417),
  aztec: matrix("azteccode", azteccode),
};

/** The longest value accepted: the largest QR code holds 4,296 characters. */
const MAX_VALUE_LENGTH = 4_296;

/** A barcode could not be drawn; the message says why and is meant for the template's author. */
export class BarcodeError extends Error {}

/**
 * The warning about a code that could not be drawn.
 * @param named what asks for it: the tag as it was written, or the field
 * @throws anything that is not a `BarcodeError`
 */
export function undrawnCode(error: unknown, named: string): string {
  if (!(error instanceof BarcodeError)) throw error;
  return `${error.message} (${named})`;
}

/**
 * Draws a barcode or QR code as SVG with a quiet zone, scalable without loss. Deterministic.
 * Throws `BarcodeError` for an unknown type or a value that the type cannot hold.
 */
export function barcodeSvg(type: string, value: string): string {
  return drawBarcode(type, value, drawingSVG());
}

/** Draws on any drawing of the library, e.g. a bitmap for formats that take no SVG. */
function drawBarcode<T>(type: string, value: string, drawing: DrawingContext<T>): T {
  const known = barcodeTypeOf(type);
  if (!known) throw new BarcodeError(`unknown barcode type "${type}"; there are ${BARCODE_TYPES.join(", ")}`);
  const symbology = SYMBOLOGIES[known];
  if (value === "") throw new BarcodeError("a barcode needs a value");
  if (value.length > MAX_VALUE_LENGTH) throw new BarcodeError(`a barcode holds at most ${MAX_VALUE_LENGTH} characters`);
  try {
    return symbology.encode(
      {
        bcid: symbology.id,
        text: value,
        includetext: symbology.linear,
        textxalign: "center",
        ...(symbology.linear ? { height: 12 } : {}),
        ...(symbology.id === "qrcode" ? { padding: 4 } : { padding: 2 }),
        backgroundcolor: "FFFFFF",
      },
      drawing,
    );
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace(
      /^.*?bwipp?\.?\w*(?:#\d*)?:\s*/,
      "",
    );
    throw new BarcodeError(`"${value.slice(0, 40)}" does not fit a barcode of type ${type}: ${reason}`);
  }
}
