import { strFromU8, strToU8, zipSync } from "fflate";

const CONTENT_TYPES = "[Content_Types].xml";
const ROOT_RELATIONSHIPS = "_rels/.rels";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const DEFAULTS: Readonly<Record<string, string>> = {
  rels: "application/vnd.openxmlformats-package.relationships+xml",
  xml: "application/xml",
  ...{ png: "image/png", jpeg: "image/jpeg", jpg: "image/jpeg", gif: "image/gif", bmp: "image/bmp" },
  ...{ emf: "image/x-emf", wmf: "image/x-wmf", tiff: "image/tiff", tif: "image/tiff", pict: "image/pict" },
};

/**
 * A Word package as a file. Parts that were made of a binary document come without media types, which layout does not
 * need; other programs do (ECMA-376 Part 2, 6.2.3).
 */
export function writeWordPackage(parts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const all = new Map(parts);
  if (!all.has(CONTENT_TYPES)) {
    all.set(CONTENT_TYPES, strToU8(contentTypes([...parts.keys()])));
    const root = all.get(ROOT_RELATIONSHIPS);
    if (root) all.set(ROOT_RELATIONSHIPS, strToU8(withPackageProperties(strFromU8(root))));
  }
  return zipSync(Object.fromEntries([[CONTENT_TYPES, all.get(CONTENT_TYPES)!], ...all]));
}

/** Core properties belong to the package, not to Office (ECMA-376 Part 2, 8.3). */
function withPackageProperties(relationships: string): string {
  return relationships.replace(`${OFFICE}/core-properties`, `${PACKAGE}/relationships/metadata/core-properties`);
}

function contentTypes(names: readonly string[]): string {
  const extensions = new Set(names.map((name) => name.slice(name.lastIndexOf(".") + 1).toLowerCase()));
  const defaults = [...extensions].map(
    (extension) =>
      `<Default Extension="${extension}" ContentType="${DEFAULTS[extension] ?? "application/octet-stream"}"/>`,
  );
  const overrides = names.flatMap((name) => {
    const type = typeOfPart(name);
    return type === undefined ? [] : [`<Override PartName="/${name}" ContentType="${type}"/>`];
  });
  return `<Types xmlns="${PACKAGE}/content-types">${defaults.join("")}${overrides.join("")}</Types>`;
}

function typeOfPart(name: string): string | undefined {
  if (name === "docProps/core.xml") return "application/vnd.openxmlformats-package.core-properties+xml";
  const part = /^word\/([a-zA-Z]+)\d*\.xml$/.exec(name)?.[1];
  if (part === undefined) return undefined;
  const kind = part === "document" ? "document.main" : part;
  return `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}+xml`;
}
