/**
 * Pictures as bullets: they are placed, one after another, at a bookmark of their own (MS-DOC 2.6.1, sprmCPbiIBullet).
 */

import { imageBlip } from "./image-writer.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import type { SourceDocument } from "./source-document.ts";

const BOOKMARK = "_PictureBullets";

/** Gives the relationship to the picture with a given number; undefined when there is none. */
export function pictureBullets(
  source: SourceDocument,
  builder: PackageBuilder,
  relationships: PartRelationships,
): (number: number) => string | undefined {
  const start = [...source.bookmarks].find(([, names]) => names.includes(BOOKMARK))?.[0];
  return (number) => {
    if (start === undefined || start + number >= source.text.length) return undefined;
    const { imageLocation, binaryData, embeddedObject } = source.formatting.characterRun(start + number).properties;
    if (imageLocation === undefined || binaryData || embeddedObject) return undefined;
    const blip = imageBlip(source.data, imageLocation);
    const part = blip && builder.media(`data/${imageLocation}`, blip.extension, () => blip.bytes);
    return part && relationships.to("image", part);
  };
}
