import { Failure } from "../domain/failure.ts";
import { present } from "../domain/present.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../office/content-types.ts";
import { decodePart } from "../office/decode-part.ts";
import { inflateNatively } from "../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../office/limits.ts";
import { mainPartOf } from "../office/main-part.ts";
import { relationshipsPartOf } from "../office/part-name.ts";
import { Relationships } from "../office/relationships.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";
import { ZipArchive } from "../office/zip-archive.ts";
import { usualMarkup } from "./namespaces.ts";

/** A markup part is held as text and as a tree: more than this is too much for an isolate. */
const MAX_MARKUP_BYTES = 16 * 1024 * 1024;

/** A Word file that is read: its parts under the usual prefixes of transitional documents. */
export class WordPackage {
  readonly zip: ZipArchive;
  readonly contentTypes: ContentTypes;
  /** Name of the main document part. */
  readonly mainPart: string;
  /** Its namespaces are those of strict documents; `text` gives them as transitional ones. */
  readonly isStrict: boolean;
  readonly #relationships = new Map<string, Relationships>();

  /** @throws Failure `archive_invalid`, `archive_too_large`, `xml_invalid`, `file_too_large` */
  constructor(bytes: Uint8Array) {
    this.zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
    const types = this.text(CONTENT_TYPES_PART);
    if (types === undefined) throw new Failure("archive_invalid", "The file is not an Office package.");
    this.contentTypes = ContentTypes.parse(types);
    const root = this.relationships("");
    this.isStrict = decodePart(this.zip.read("_rels/.rels") ?? new Uint8Array()).includes("purl.oclc.org");
    this.mainPart = mainPartOf(root, this.zip);
  }

  /** The markup of a part; undefined if there is none of this name. */
  text(name: string): string | undefined {
    const entry = this.zip.entry(name);
    if (!entry) return undefined;
    if (entry.size > MAX_MARKUP_BYTES)
      throw new Failure("file_too_large", `The part "${name}" has more than ${MAX_MARKUP_BYTES} bytes of markup.`);
    return usualMarkup(decodePart(present(this.zip.read(name))));
  }

  tree(name: string | undefined): XmlElement | undefined {
    const xml = name === undefined ? undefined : this.text(name);
    return xml === undefined ? undefined : parseXml(xml);
  }

  /** The relationships of a part; empty if it has none. */
  relationships(part: string): Relationships {
    const known = this.#relationships.get(part);
    if (known) return known;
    const xml = this.text(relationshipsPartOf(part));
    const read = xml === undefined ? new Relationships(part) : Relationships.parse(part, xml);
    this.#relationships.set(part, read);
    return read;
  }

  /** Name of the part of the main part's first relationship of a type, if it exists. */
  partOfType(type: string): string | undefined {
    const relationships = this.relationships(this.mainPart);
    for (const relationship of relationships.ofType(type)) {
      const part = relationships.targetPart(relationship);
      if (part !== undefined && this.zip.has(part)) return part;
    }
    return undefined;
  }
}
