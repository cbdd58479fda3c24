import { strFromU8, strToU8, zipSync } from "fflate";
import { CONTENT_TYPES_PART, ContentTypes } from "../../office/content-types.ts";
import type { OpcPackage } from "../../office/package.ts";

const ROOT_RELATIONSHIPS = "_rels/.rels";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const DEFAULTS: Readonly<Record<string, string>> = {
  rels: "application/vnd.openxmlformats-package.relationships+xml",
  xml: "application/xml",
  ...{ png: "image/png", jpeg: "image/jpeg", jpg: "image/jpeg", gif: "image/gif", bmp: "image/bmp" },
  ...{ emf: "image/x-emf", wmf: "image/x-wmf", tiff: "image/tiff", tif: "image/tiff", pict: "image/pict" },
  ...{ svg: "image/svg+xml", webp: "image/webp" },
};

/**
 * A Word package as a file. Parts that were made from a binary document come without media types; layout does not need
 * them, but other programs do (ECMA-376 Part 2, 6.2.3).
 */
export function writeWordPackage(source: OpcPackage): Uint8Array {
  const names = source.partNames();
  const parts: Record<string, Uint8Array> = {};
  // The types come first, where every reader finds them.
  parts[CONTENT_TYPES_PART] = source.bytes(CONTENT_TYPES_PART) ?? strToU8(contentTypes(names).toXml());
  for (const name of names) parts[name] = source.bytes(name) ?? new Uint8Array();
  const root = source.hasContentTypes() ? undefined : parts[ROOT_RELATIONSHIPS];
  if (root) parts[ROOT_RELATIONSHIPS] = strToU8(withPackageProperties(strFromU8(root)));
  return zipSync(parts);
}

/** Core properties belong to the package, not to Office (ECMA-376 Part 2, 8.3). */
function withPackageProperties(relationships: string): string {
  return relationships.replace(`${OFFICE}/core-properties`, `${PACKAGE}/relationships/metadata/core-properties`);
}

function contentTypes(names: readonly string[]): ContentTypes {
  const types = new ContentTypes();
  for (const name of names) {
    const extension = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
    types.setDefault(extension, DEFAULTS[extension] ?? "application/octet-stream");
    const type = typeOfPart(name);
    if (type !== undefined) types.setOverride(name, type);
  }
  return types;
}

function typeOfPart(name: string): string | undefined {
  if (name === "docProps/core.xml") return "application/vnd.openxmlformats-package.core-properties+xml";
  if (/^word\/charts\/\w+\.xml$/.test(name)) return "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";
  const part = /^word\/([a-zA-Z]+)\d*\.xml$/.exec(name)?.[1];
  if (part === undefined) return undefined;
  const kind = part === "document" ? "document.main" : part;
  return `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
}
