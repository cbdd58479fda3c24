import { Failure } from "../../domain/failure.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { drawnPicture } from "../../image/drawable-image.ts";
import { metafileDrawing, metafileKind, pictureInMetafile, quickDrawDrawing } from "../../metafile/metafile.ts";
import type { OpcPackage } from "../../office/package.ts";
import { drawablePage } from "../../pdf/assembly/page-form.ts";
import { isSvg, readSvg } from "../svg/read-svg.ts";
import { drawableMetafile } from "./metafile-pictures.ts";
import { pictureSizePt } from "./picture-size.ts";
import { isPixels, type PictureLookup } from "./vector-drawer.ts";

/** The pictures of a package and of those within it, by names of our own. */
export class PackagePictures {
  readonly #names = new Map<OpcPackage, Map<string, string | undefined>>();
  readonly #pictures = new Map<string, ReturnType<PictureLookup>>();
  readonly #meter: Metered;
  readonly #byLength = new Map<number, { name: string; bytes: Uint8Array }[]>();

  constructor(meter: Metered) {
    this.#meter = meter;
  }

  /** The name of a part; undefined if there is none, or if its substitute is to be shown. */
  source(pack: OpcPackage, part: string, substitute?: string): string | undefined {
    let names = this.#names.get(pack);
    if (!names) {
      names = new Map();
      this.#names.set(pack, names);
    }
    if (!names.has(part)) names.set(part, this.#add(pack.bytes(part), part));
    const name = names.get(part);
    const isReplaced = substitute !== undefined && name !== undefined && !this.#pictures.get(name);
    return isReplaced && isPicture(pack.bytes(substitute)) ? undefined : name;
  }

  isDrawable(source: string, use: "picture" | "fill"): boolean {
    const picture = this.#pictures.get(source);
    return isPixels(picture) || (use === "picture" && picture !== undefined);
  }

  /** Without keeping what was read of the package: its markup is larger than the document. */
  get lookUp(): PictureLookup {
    const pictures = this.#pictures;
    return (source) => pictures.get(source);
  }

  /** Equal pictures have one name, so that they are in the PDF once. */
  #add(bytes: Uint8Array | undefined, part: string): string | undefined {
    if (!bytes) return undefined;
    const alike = this.#byLength.get(bytes.length) ?? [];
    this.#byLength.set(bytes.length, alike);
    const known = alike.find((other) => Buffer.compare(other.bytes, bytes) === 0);
    if (known) return known.name;
    this.#meter.charge("pictureByte", bytes.length);
    const name = `picture ${this.#pictures.size}`;
    this.#pictures.set(name, readPicture(bytes, part, this.#meter));
    alike.push({ name, bytes });
    return name;
  }
}

/** Not the single pixel that some programs put beside an SVG. */
function isPicture(bytes: Uint8Array | undefined): boolean {
  const picture = bytes && drawnPicture(bytes);
  const size = picture && pictureSizePt(picture);
  return size !== undefined && size.widthPt * size.heightPt > 1;
}

function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
}

/** Programs of the Mac keep drawings as PDFs. */
function pdfPage(bytes: Uint8Array): ReturnType<PictureLookup> {
  try {
    return drawablePage(bytes) && { format: "pdf", bytes };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const PICT_PART = /\.(?:pict|pct)$/i;

function readPicture(bytes: Uint8Array, part: string, meter: Metered): ReturnType<PictureLookup> {
  const pixels = drawnPicture(bytes, meter);
  if (pixels) return pixels;
  if (isSvg(bytes)) return readSvg(bytes);
  if (isPdf(bytes)) return pdfPage(bytes);
  const kind = metafileKind(bytes);
  if (!kind) {
    // Nothing in its first bytes says what a PICT is.
    const drawing = PICT_PART.test(part) ? quickDrawDrawing(bytes) : undefined;
    return drawing && drawableMetafile(drawing);
  }
  const wrapped = pictureInMetafile(bytes, kind);
  const drawn = wrapped && drawnPicture(wrapped, meter);
  if (drawn) return drawn;
  const drawing = metafileDrawing(bytes, kind);
  return drawing && drawableMetafile(drawing);
}
