import { metafileDrawing, metafileKind, pictureInMetafile } from "../../metafile/metafile.ts";
import type { OpcPackage } from "../../office/package.ts";
import { pictureFormat } from "../../pictures/picture-format.ts";
import { isPixels, type PictureLookup } from "./fills.ts";
import { isDrawableMetafile } from "./metafile-drawer.ts";

/** The pictures of a package and of those within it, by names of our own. */
export class PackagePictures {
  readonly #names = new Map<OpcPackage, Map<string, string | undefined>>();
  readonly #pictures = new Map<string, ReturnType<PictureLookup>>();

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

  #add(bytes: Uint8Array | undefined): string | undefined {
    if (!bytes) return undefined;
    const name = `picture ${this.#pictures.size}`;
    this.#pictures.set(name, readPicture(bytes));
    return name;
  }
}

function readPicture(bytes: Uint8Array): ReturnType<PictureLookup> {
  const format = pictureFormat(bytes);
  if (format) return { format, bytes };
  const kind = metafileKind(bytes);
  if (!kind) return undefined;
  const wrapped = pictureInMetafile(bytes, kind);
  const wrappedFormat = wrapped && pictureFormat(wrapped);
  if (wrapped && wrappedFormat) return { format: wrappedFormat, bytes: wrapped };
  const drawing = metafileDrawing(bytes, kind);
  return drawing && isDrawableMetafile(drawing) ? drawing : undefined;
}
