/** The picture that stands for an embedded object which has none in the Data stream (MS-DOC 2.1.6, MS-OLEDS 2.3.4). */

import { EMU_PER_TWIP } from "../../geometry/units.ts";
import { dibFile } from "../../metafile/dib.ts";
import { ByteReader } from "../../office/byte-reader.ts";
import type { Blip } from "../officeart/blip.ts";
import { imageDataXml, inlineXml } from "./image-writer.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import { element } from "./xml-writer.ts";

interface ObjectImage {
  blip: Blip;
  widthEmu: number;
  heightEmu: number;
}

/** Hundredths of a millimetre. */
const EMU_PER_HIMETRIC = 360;
const MAX_EMU = 20_000_000;
/** `METAFILEPICT` of 16-bit systems comes before the metafile. */
const METAFILE_HEADER_BYTES = 8;
const STANDARD_FORMAT = 0xffff_ffff;
const FORMATS: Readonly<Record<number, string>> = { 3: "wmf", 8: "bmp", 14: "emf" };

/** The object with a given number in the object pool; empty when it has no picture. */
export function objectImageXml(
  stream: (path: string) => Uint8Array | undefined,
  object: number,
  builder: PackageBuilder,
  relationships: PartRelationships,
): string {
  const folder = `ObjectPool/_${object}/`;
  const image = metafileImage(stream, folder) ?? presentation(stream, folder);
  if (!image || image.widthEmu <= 0 || image.heightEmu <= 0) return "";
  const part = builder.media(folder, image.blip.extension, () => image.blip.bytes);
  if (!part) return "";
  const extent = {
    cx: Math.round(Math.min(MAX_EMU, image.widthEmu)),
    cy: Math.round(Math.min(MAX_EMU, image.heightEmu)),
  };
  const blip = `${element("a:blip", { "r:embed": relationships.to("image", part) })}<a:stretch><a:fillRect/></a:stretch>`;
  const transform = element("a:xfrm", {}, element("a:off", { x: 0, y: 0 }) + element("a:ext", extent));
  return inlineXml(extent, imageDataXml(blip, `${transform}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>`));
}

/** Word's own copy: the metafile, along with its size in twips. */
function metafileImage(stream: (path: string) => Uint8Array | undefined, folder: string): ObjectImage | undefined {
  const metafile = stream(`${folder}\u0003META`);
  if (!metafile || metafile.length <= METAFILE_HEADER_BYTES) return undefined;
  const header = new ByteReader(metafile);
  const sizes = new ByteReader(stream(`${folder}\u0003PIC`) ?? new Uint8Array());
  return {
    blip: { bytes: metafile.subarray(METAFILE_HEADER_BYTES), extension: "wmf" },
    widthEmu: sizes.u32(20) * EMU_PER_TWIP || header.u16(2) * EMU_PER_HIMETRIC,
    heightEmu: sizes.u32(24) * EMU_PER_TWIP || header.u16(4) * EMU_PER_HIMETRIC,
  };
}

/** The presentation that OLE keeps (`OLEPresentationStream`). */
function presentation(stream: (path: string) => Uint8Array | undefined, folder: string): ObjectImage | undefined {
  const bytes = stream(`${folder}\u0002OlePres000`);
  if (!bytes) return undefined;
  const reader = new ByteReader(bytes);
  const extension = reader.u32(0) === STANDARD_FORMAT ? FORMATS[reader.u32(4)] : undefined;
  if (!extension) return undefined;
  const at = 8 + Math.max(4, reader.u32(8));
  const content = reader.bytes(at + 28, reader.u32(at + 24));
  const image = extension === "bmp" ? dibFile(content) : content;
  return image && image.length > 0
    ? {
        blip: { bytes: image, extension },
        widthEmu: reader.u32(at + 16) * EMU_PER_HIMETRIC,
        heightEmu: reader.u32(at + 20) * EMU_PER_HIMETRIC,
      }
    : undefined;
}
