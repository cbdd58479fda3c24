/** Pictures of a package as URLs that the sealed page may show. */

import { metafileKind, metafileToSvg, pictureInMetafile, quickDrawToSvg } from "../../metafile/metafile.ts";
import type { OpcPackage } from "../../office/package.ts";
import { DEFAULT_RESOLUTION, pictureResolution } from "./picture-resolution.ts";
import { tiffPictureUrl } from "./tiff-picture.ts";

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  jpe: "image/jpeg",
  jfif: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  dib: "image/bmp",
  webp: "image/webp",
  svg: "image/svg+xml",
  pict: "image/x-pict",
  pct: "image/x-pict",
};

/** Types that browsers do not show. */
const UNSHOWN: ReadonlySet<string> = new Set(["image/tiff", "image/emf", "image/wmf"]);

/** Type by the first bytes, because names and content types are often wrong. */
function sniffImageType(bytes: Uint8Array): string | undefined {
  const starts = (...signature: number[]) => signature.every((value, index) => bytes[index] === value);
  if (starts(0x89, 0x50, 0x4e, 0x47)) return "image/png";
  if (starts(0xff, 0xd8)) return "image/jpeg";
  if (starts(0x47, 0x49, 0x46)) return "image/gif";
  if (starts(0x42, 0x4d)) return "image/bmp";
  if (starts(0x52, 0x49, 0x46, 0x46) && bytes[8] === 0x57) return "image/webp";
  const metafile = metafileKind(bytes);
  if (metafile) return `image/${metafile}`;
  if (starts(0x49, 0x49, 0x2a) || starts(0x4d, 0x4d, 0x00, 0x2a)) return "image/tiff";
  return undefined;
}

export class MediaUrls {
  readonly #urls = new Map<string, string | undefined>();
  readonly #warnings: Set<string>;
  readonly #resolutions = new Map<string, number>();

  constructor(warnings: Set<string>) {
    this.#warnings = warnings;
  }

  url(pack: OpcPackage, part: string): string | undefined {
    if (this.#urls.has(part)) return this.#urls.get(part);
    const url = this.#make(pack, part);
    this.#urls.set(part, url);
    const bytes = url ? pack.bytes(part) : undefined;
    if (url && bytes) this.#resolutions.set(url, pictureResolution(bytes));
    return url;
  }

  /** Pixels per inch of a picture that was requested before. */
  resolution(url: string): number {
    return this.#resolutions.get(url) ?? DEFAULT_RESOLUTION;
  }

  #make(pack: OpcPackage, part: string): string | undefined {
    const bytes = pack.bytes(part);
    if (!bytes) return undefined;
    const extension = part.slice(part.lastIndexOf(".") + 1).toLowerCase();
    const type = sniffImageType(bytes) ?? TYPES[extension];
    if (type === "image/emf" || type === "image/wmf") {
      const kind = type === "image/emf" ? "emf" : "wmf";
      const picture = pictureInMetafile(bytes, kind);
      const pictureType = picture && sniffImageType(picture);
      if (picture && pictureType && !UNSHOWN.has(pictureType)) return blobUrl(picture, pictureType);
      const svg = metafileToSvg(bytes, kind);
      if (!svg) {
        this.#warnings.add("a metafile picture could not be read");
        return undefined;
      }
      return URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    }
    const drawn = type === "image/x-pict" ? quickDrawToSvg(bytes) : undefined;
    if (drawn) return URL.createObjectURL(new Blob([drawn], { type: "image/svg+xml" }));
    const converted = type === "image/tiff" ? tiffPictureUrl(bytes) : undefined;
    if (converted) return converted;
    if (!type || type === "image/tiff" || type === "image/x-pict") {
      this.#warnings.add(`a picture of type ${extension || "unknown"} cannot be shown`);
      return undefined;
    }
    return blobUrl(bytes, type);
  }
}

function blobUrl(bytes: Uint8Array, type: string): string {
  return URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
}
