import { strToU8, zipSync } from "fflate";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";
const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";

export const OFFICE_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A part of a package: its markup, and its kind (the part of its media type before `+xml`). */
export interface PackagePart {
  xml: string;
  type: string;
}

/** Targets of relationships by their ids; the type is the last part of its address. */
export type Relations = Readonly<Record<string, readonly [type: string, target: string]>>;

/** Markup of relationships. */
function relationsXml(relations: Relations): string {
  const items = Object.entries(relations).map(
    ([id, [type, target]]) => `<Relationship Id="${id}" Type="${OFFICE_RELATIONSHIPS}/${type}" Target="${target}"/>`,
  );

  return `${HEAD}<Relationships xmlns="${RELATIONSHIPS}">${items.join("")}</Relationships>`;
}

/**
 * An Office file (ECMA-376, part 2) from the given parts.
 * @param main name of the main part
 * @param relations of parts, by the part's name
 * @param pictures PNG files, by the part's name
 */
export function officePackage(
  main: string,
  parts: Readonly<Record<string, PackagePart>>,
  relations: Readonly<Record<string, Relations>>,
  images: Readonly<Record<string, Uint8Array>> = {},
): Uint8Array {
  const overrides = Object.entries(parts).map(
    ([name, { type }]) =>
      `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  const files: Record<string, string> = {
    "[Content_Types].xml": `${HEAD}<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join("")}</Types>`,
    "_rels/.rels": relationsXml({ rId1: ["officeDocument", main] }),
  };
  for (const [name, { xml }] of Object.entries(parts)) files[name] = HEAD + xml;
  for (const [name, targets] of Object.entries(relations)) {
    const slash = name.lastIndexOf("/");
    files[`${name.slice(0, slash)}/_rels/${name.slice(slash + 1)}.rels`] = relationsXml(targets);
  }
  // The same input gives the same bytes, whenever it is built.
  const mtime = new Date("2026-01-01T00:00:00");

  const packed = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));

  return zipSync({ ...packed, ...images }, { mtime });
}

export const escapeXml = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
