import { Failure } from "../../domain/failure.ts";
import type { Metered } from "../../domain/work-meter.ts";
import { drawnImage } from "../../image/drawable-image.ts";
import { imageInMetafile, metafileDrawing, metafileKind, quickDrawDrawing } from "../../metafile/metafile.ts";
import type { OpcPackage } from "../../office/package.ts";
import { drawablePage } from "../../pdf/assembly/page-form.ts";
import { isSvg, readSvg } from "../svg/read-svg.ts";
import { imageSizePt } from "./image-size.ts";
import { drawableMetafile } from "./metafile-images.ts";
import { type ImageLookup, isPixels } from "./vector-renderer.ts";

/** The pictures of a package and of those within it, by names of our own. */
export class PackageImages {
  readonly #names = new Map<OpcPackage, Map<string, string | undefined>>();
  readonly #images = new Map<string, ReturnType<ImageLookup>>();
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
    const isReplaced = substitute !== undefined && name !== undefined && !this.#images.get(name);
    return isReplaced && isImage(pack.bytes(substitute)) ? undefined : name;
  }

  isDrawable(source: string, use: "picture" | "fill"): boolean {
    const image = this.#images.get(source);
    return isPixels(image) || (use === "picture" && image !== undefined);
  }

  /** Without keeping what was read of the package: its markup is larger than the document. */
  get lookUp(): ImageLookup {
    const images = this.#images;
    return (source) => images.get(source);
  }

  /** Equal pictures have one name, so that they are in the PDF once. */
  #add(bytes: Uint8Array | undefined, part: string): string | undefined {
    if (!bytes) return undefined;
    const alike = this.#byLength.get(bytes.length) ?? [];
    this.#byLength.set(bytes.length, alike);
    const known = alike.find((other) => Buffer.compare(other.bytes, bytes) === 0);
    if (known) return known.name;
    this.#meter.charge("pictureByte", bytes.length);
    const name = `picture ${this.#images.size}`;
    this.#images.set(name, readImage(bytes, part, this.#meter));
    alike.push({ name, bytes });
    return name;
  }
}

/** Not the single pixel that some programs put beside an SVG. */
function isImage(bytes: Uint8Array | undefined): boolean {
  const image = bytes && drawnImage(bytes);
  const size = image && imageSizePt(image);
  return size !== undefined && size.widthPt * size.heightPt > 1;
}

function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
}

/** Programs of the Mac keep drawings as PDFs. */
function pdfPage(bytes: Uint8Array): ReturnType<ImageLookup> {
  try {
    return drawablePage(bytes) && { format: "pdf", bytes };
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

const PICT_PART = /\.(?:pict|pct)$/i;

function readImage(bytes: Uint8Array, part: string, meter: Metered): ReturnType<ImageLookup> {
  const pixels = drawnImage(bytes, meter);
  if (pixels) return pixels;
  if (isSvg(bytes)) return readSvg(bytes);
  if (isPdf(bytes)) return pdfPage(bytes);
  const kind = metafileKind(bytes);
  if (!kind) {
    // Nothing in its first bytes says what a PICT is.
    const drawing = PICT_PART.test(part) ? quickDrawDrawing(bytes) : undefined;
    return drawing && drawableMetafile(drawing);
  }
  const wrapped = imageInMetafile(bytes, kind);
  const drawn = wrapped && drawnImage(wrapped, meter);
  if (drawn) return drawn;
  const drawing = metafileDrawing(bytes, kind);
  return drawing && drawableMetafile(drawing);
}
