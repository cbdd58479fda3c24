/** Pictures of frames (OpenDocument 1.3 Part 3, 10.4.4) -> `a:graphicData`. */
import { imageDataXml } from "../../binary/doc/image-writer.ts";
import type { PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { childOf, type OdfNode, textOf } from "./odf-nodes.ts";
import { cropXml, pictureSize } from "./picture-crop.ts";
import type { Properties } from "./style-properties.ts";

/** EMU. */
export type Extent = Readonly<Record<"cx" | "cy", number>>;

/** What pictures may be, by the end of their name or by their media type. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  ...{ png: "png", jpg: "jpeg", jpeg: "jpeg", gif: "gif", svg: "svg", emf: "emf", wmf: "wmf", bmp: "bmp", tif: "tiff" },
  ...{
    tiff: "tiff",
    webp: "webp",
    "image/png": "png",
    "image/jpeg": "jpeg",
    "image/gif": "gif",
    "image/svg+xml": "svg",
  },
  ...{ "image/x-emf": "emf", "image/x-wmf": "wmf", "image/bmp": "bmp", "image/tiff": "tiff", "image/webp": "webp" },
};
/** Metafiles of the writing program itself, which no other one reads. */
const OWN_METAFILE = "VCLMTF";

export class Pictures {
  readonly #builder: PackageBuilder;
  readonly #read: (part: string) => Uint8Array | undefined;
  readonly #warnings: Set<string>;

  /** @param read the bytes of a part of the file */
  constructor(builder: PackageBuilder, read: (part: string) => Uint8Array | undefined, warnings: Set<string>) {
    this.#builder = builder;
    this.#read = read;
    this.#warnings = warnings;
  }

  /** The first of a frame's pictures that can be shown. @param images `draw:image` @param appearance inside of `pic:spPr` */
  graphic(
    images: readonly OdfNode[],
    said: Properties,
    appearance: string,
    relationships: PartRelationships,
  ): string | undefined {
    const part = this.part(images);
    if (!part) return undefined;
    const blip = element("a:blip", { "r:embed": relationships.to("image", part) });
    return imageDataXml(`${blip}${this.cropXml(part, said)}<a:stretch><a:fillRect/></a:stretch>`, appearance);
  }

  /** `a:srcRect`; nothing for a picture that is shown as a whole. @param said properties of its frame */
  cropXml(part: string, said: Properties): string {
    return cropXml(said["fo:clip"], () => this.#builder.parts.get(part));
  }

  /** Its own size, as its resolution says; undefined for a picture whose size is not read. */
  size(part: string): { widthPt: number; heightPt: number } | undefined {
    return pictureSize(this.#builder.parts.get(part));
  }

  /** The part of the first that can be shown. @param images elements that name a picture, or hold one */
  part(images: readonly OdfNode[]): string | undefined {
    for (const image of images) {
      const part = this.#part(image);
      if (part) return part;
    }
    return undefined;
  }

  #part(image: OdfNode): string | undefined {
    const { attributes } = image;
    const href = attributes["xlink:href"] ?? "";
    const inline = childOf(image, "office:binary-data");
    if (inline) return this.#media(`data ${this.#builder.parts.size}`, "png", () => decoded(textOf(inline)));
    if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("..")) {
      this.#warnings.add("Pictures that are not in the file are left out.");
      return undefined;
    }
    const name = href.replace(/^\.?\//, "");
    const ending = /\.([a-z]{3,4})$/i.exec(name)?.[1]?.toLowerCase() ?? "";
    const type = attributes["draw:mime-type"] ?? attributes["loext:mime-type"] ?? "";
    return this.#media(name, EXTENSIONS[ending] ?? EXTENSIONS[type] ?? "png", () => this.#read(name));
  }

  #media(key: string, extension: string, bytes: () => Uint8Array | undefined): string | undefined {
    return this.#builder.media(key, extension, () => {
      const found = bytes();
      return found && isOwnMetafile(found) ? undefined : found;
    });
  }
}

function isOwnMetafile(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, OWN_METAFILE.length)) === OWN_METAFILE;
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text.replace(/\s/g, "")), (character) => character.charCodeAt(0));
  } catch (error) {
    // what is no base64 is a picture that is damaged
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** `a:xfrm` and `a:prstGeom` of a rectangle. */
export function frameXml(
  extent: Extent,
  preset = "rect",
  transform: Readonly<Record<string, string | number>> = {},
): string {
  return (
    element("a:xfrm", transform, element("a:off", { x: 0, y: 0 }) + element("a:ext", { ...extent })) +
    element("a:prstGeom", { prst: preset }, "<a:avLst/>")
  );
}
