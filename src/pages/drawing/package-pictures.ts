import { metafileDrawing, metafileKind, pictureInMetafile } from "../../metafile/metafile.ts";
import type { OpcPackage } from "../../office/package.ts";
import { drawnPicture } from "../../pictures/drawn-picture.ts";
import { isPixels, type PictureLookup } from "./fills.ts";
import { drawableMetafile } from "./metafile-pictures.ts";

/** The pictures of a package and of those within it, by names of our own. */
export class PackagePictures {
  readonly #names = new Map<OpcPackage, Map<string, string | undefined>>();
  readonly #pictures = new Map<string, ReturnType<PictureLookup>>();
  readonly #byLength = new Map<number, { name: string; bytes: Uint8Array }[]>();

  /** The name of a part; undefined where there is none. */
  source(pack: OpcPackage, part: string): string | undefined {
    let names = this.#names.get(pack);
    if (!names) {
      names = new Map();
      this.#names.set(pack, names);
    }
    if (!names.has(part)) names.set(part, this.#add(pack.bytes(part)));
    return names.get(part);
  }

  isDrawable(source: string, use: "picture" | "fill"): boolean {
    const picture = this.#pictures.get(source);
    return isPixels(picture) || (use === "picture" && picture !== undefined);
  }

  /** Without what was read of the package: its markup is larger than the document. */
  get lookUp(): PictureLookup {
    const pictures = this.#pictures;
    return (source) => pictures.get(source);
  }

  /** Equal pictures have one name, so that they are in the PDF once. */
  #add(bytes: Uint8Array | undefined): string | undefined {
    if (!bytes) return undefined;
    const alike = this.#byLength.get(bytes.length) ?? [];
    this.#byLength.set(bytes.length, alike);
    const known = alike.find((other) => Buffer.compare(other.bytes, bytes) === 0);
    if (known) return known.name;
    const name = `picture ${this.#pictures.size}`;
    this.#pictures.set(name, readPicture(bytes));
    alike.push({ name, bytes });
    return name;
  }
}

function readPicture(bytes: Uint8Array): ReturnType<PictureLookup> {
  const pixels = drawnPicture(bytes);
  if (pixels) return pixels;
  const kind = metafileKind(bytes);
  if (!kind) return undefined;
  const wrapped = pictureInMetafile(bytes, kind);
  const drawn = wrapped && drawnPicture(wrapped);
  if (drawn) return drawn;
  const drawing = metafileDrawing(bytes, kind);
  return drawing && drawableMetafile(drawing);
}
