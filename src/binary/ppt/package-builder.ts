import { UnreadableFile } from "../../domain/unreadable-file.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { Blip } from "../officeart/blip.ts";

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.";

/** Namespaces that the root of every slide part declares. */
export const ROOT_NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:r="${OFFICE}" ` +
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  tiff: "image/tiff",
  emf: "image/x-emf",
  wmf: "image/x-wmf",
  pict: "image/x-pict",
};

/** A slide may be named thousands of times in a list. */
const MAX_CHARACTERS = 64_000_000;

export class PackageBuilder {
  readonly #parts = new Map<string, Uint8Array>();
  readonly #overrides: string[] = [];
  readonly #media = new Map<Blip, string>();
  readonly #encoder = new TextEncoder();
  #characters = 0;

  /** Adds a part under a name without leading slash; `type` is what follows the common beginning of media types. */
  addXml(name: string, type: string, xml: string): void {
    this.#characters += xml.length;
    if (this.#characters > MAX_CHARACTERS) throw new UnreadableFile("the presentation is too large");
    this.#parts.set(name, this.#encoder.encode(XML_HEAD + xml));
    this.#overrides.push(`<Override PartName="/${name}" ContentType="${CONTENT_TYPE}${type}+xml"/>`);
  }

  addRelationships(part: string, relationships: PartRelationships): void {
    const slash = part.lastIndexOf("/");
    const name = `${part.slice(0, slash + 1)}_rels/${part.slice(slash + 1)}.rels`;
    this.#parts.set(name, this.#encoder.encode(XML_HEAD + relationships.xml()));
  }

  /** Name of the part with this picture; the same picture is added once. */
  mediaPart(blip: Blip): string {
    const known = this.#media.get(blip);
    if (known) return known;
    const name = `ppt/media/image${this.#media.size + 1}.${blip.extension}`;
    this.#media.set(blip, name);
    this.#parts.set(name, blip.bytes);
    return name;
  }

  /** All parts, with the list of their content types. */
  finish(): Map<string, Uint8Array> {
    const defaults = Object.entries({
      rels: "application/vnd.openxmlformats-package.relationships+xml",
      xml: "application/xml",
      ...MEDIA_TYPES,
    }).map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`);
    const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}${this.#overrides.join("")}</Types>`;
    this.#parts.set("[Content_Types].xml", this.#encoder.encode(XML_HEAD + types));
    return this.#parts;
  }
}

/** The relationships of one part. */
export class PartRelationships {
  readonly #ids = new Map<string, string>();
  readonly #entries: string[] = [];

  /** `target`: a part name without leading slash, or an address outside the package. The same target has one id. */
  add(type: string, target: string, isExternal = false): string {
    const key = `${type} ${target}`;
    const known = this.#ids.get(key);
    if (known) return known;
    const id = `rId${this.#ids.size + 1}`;
    this.#ids.set(key, id);
    const place = isExternal
      ? `Target="${escapeXmlText(target)}" TargetMode="External"`
      : `Target="/${escapeXmlText(target)}"`;
    this.#entries.push(`<Relationship Id="${id}" Type="${OFFICE}/${type}" ${place}/>`);
    return id;
  }

  xml(): string {
    return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${this.#entries.join("")}</Relationships>`;
  }
}

/** Characters that XML does not allow, and surrogates that may be unpaired (XML 1.0, 2.2). */
