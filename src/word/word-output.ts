import { present } from "../domain/present.ts";
import { CONTENT_TYPES_PART, type ContentTypes } from "../office/content-types.ts";
import { relationshipsPartOf, relativePartName } from "../office/part-name.ts";
import { Relationships } from "../office/relationships.ts";
import { ZipWriter } from "../office/zip-writer.ts";
import { isDroppedRelationship } from "./dropped-parts.ts";
import { UsedIds } from "./used-ids.ts";
import type { WordPackage } from "./word-package.ts";

const DOCUMENT_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
const RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORDPROCESSING = "application/vnd.openxmlformats-officedocument.wordprocessingml";
/** Parts of the base whose ids incoming content must not use. */
const PARTS_WITH_IDS = /\/(?:header|footer|footnotes|endnotes|comments)$/;

/** The combined document: the base's parts, some of them changed, and what is brought in. */
export class WordOutput {
  readonly contentTypes: ContentTypes;
  readonly ids = new UsedIds();
  readonly warnings = new Set<string>();
  readonly #parts = new Map<string, string | Uint8Array | WordPackage>();
  /** Where a copied part is in its own package. */
  readonly #sourceNames = new Map<string, string>();
  readonly #names = new Set<string>();
  readonly #relationships = new Map<string, Relationships>();
  readonly #numbers = new Map<string, number>();
  readonly #media = new Map<string, string>();

  readonly base: WordPackage;

  constructor(base: WordPackage) {
    this.base = base;
    this.contentTypes = base.contentTypes;
    this.#keep("", new Set());
    this.contentTypes.setOverride(base.mainPart, DOCUMENT_TYPE);
    this.ids.collect(this.text(base.mainPart) ?? "");
    for (const relationship of this.relationships(base.mainPart).all()) {
      const part = this.relationships(base.mainPart).targetPart(relationship);
      if (part !== undefined && PARTS_WITH_IDS.test(relationship.type)) this.ids.collect(this.text(part) ?? "");
    }
  }

  get mainPart(): string {
    return this.base.mainPart;
  }

  /** The markup of a part as it is now. */
  text(name: string): string | undefined {
    const part = this.#parts.get(name);
    if (typeof part === "string") return part;
    if (part === undefined) return undefined;
    return part instanceof Uint8Array ? new TextDecoder().decode(part) : part.text(this.#sourceNames.get(name) ?? name);
  }

  /** Sets a part's content; its media type only if it is new. */
  set(name: string, content: string | Uint8Array, contentType?: string): void {
    this.#parts.set(name, content);
    this.#names.add(name.toLowerCase());
    if (contentType !== undefined) this.#setType(name, contentType);
  }

  /** Copies a part of another file as it is packed, under a free name. Equal pictures are one part. */
  copy(source: WordPackage, name: string): string {
    const entry = source.zip.entry(name);
    const key = `${entry?.crc32}/${entry?.size}/${extensionOf(name)}`;
    const isMedia = name.includes("/media/");
    const known = isMedia ? this.#media.get(key) : undefined;
    if (known !== undefined && this.#isEqual(known, source, name)) return known;
    const free = this.allocateName(name);
    this.#parts.set(free, source);
    this.#sourceNames.set(free, name);
    if (isMedia) this.#media.set(key, free);
    const type = source.contentTypes.of(name);
    if (type !== undefined) this.#setType(free, type);
    return free;
  }

  /** The name if no part has it, else one with another number; it counts as taken from now on. */
  allocateName(name: string): string {
    const [, stem, extension] = present(/^(.*?)(?<!\d)\d*(\.[^./]*)?$/.exec(name));
    let free = name;
    for (let number = this.#numbers.get(`${stem}${extension}`) ?? 1; this.#names.has(free.toLowerCase()); ) {
      free = `${stem}${number}${extension ?? ""}`;
      this.#numbers.set(`${stem}${extension}`, ++number);
    }
    this.#names.add(free.toLowerCase());
    return free;
  }

  /** The relationships of a part, to be added to. */
  relationships(part: string): Relationships {
    const known = this.#relationships.get(part);
    if (known) return known;
    const relationships = new Relationships(part);
    this.#relationships.set(part, relationships);
    return relationships;
  }

  /**
   * Name of the main part's part of a type; added with this content if there is none.
   * @param newer of types that ECMA-376 does not have
   */
  partOfMain(type: string, emptyContent: string, newer?: { type: string; contentType: string }): string {
    const relationships = this.relationships(this.mainPart);
    for (const relationship of relationships.ofType(type)) {
      const part = relationships.targetPart(relationship);
      if (part !== undefined && this.#parts.has(part)) return part;
    }
    const name = this.allocateName(`word/${type}.xml`);
    this.set(name, emptyContent, newer?.contentType ?? `${WORDPROCESSING}.${type}+xml`);
    relationships.add(newer?.type ?? `${RELATIONSHIP}/${type}`, relativePartName(name, this.mainPart));
    return name;
  }

  /** The package as a file. */
  finish(): Uint8Array {
    const writer = new ZipWriter();
    const encoder = new TextEncoder();
    writer.add(CONTENT_TYPES_PART, encoder.encode(this.contentTypes.toXml()));
    for (const [part, relationships] of this.#relationships)
      if (relationships.all().length > 0) writer.add(relationshipsPartOf(part), encoder.encode(relationships.toXml()));
    for (const [name, content] of this.#parts) {
      if (typeof content === "string") writer.add(name, encoder.encode(content));
      else if (content instanceof Uint8Array) writer.add(name, content);
      else if (content.isStrict && name.endsWith(".xml")) writer.add(name, encoder.encode(this.text(name)));
      else writer.copyAs(name, content.zip, this.#sourceNames.get(name) ?? name);
    }
    return writer.finish();
  }

  /** Keeps what can be reached from a part of the base, without what no combined file carries. */
  #keep(part: string, seen: Set<string>): void {
    if (seen.has(part)) return;
    seen.add(part);
    const own = this.base.relationships(part);
    const carried = own.all().filter((relationship) => !isDroppedRelationship(relationship, part === ""));
    const kept = carried.filter((relationship) => {
      const destination = own.targetPart(relationship);
      return relationship.external || (destination !== undefined && this.base.zip.has(destination));
    });
    if (own.all().length > 0) this.#relationships.set(part, new Relationships(part, kept));
    for (const relationship of kept) {
      const destination = own.targetPart(relationship);
      if (destination === undefined) continue;
      this.#parts.set(destination, this.base);
      this.#names.add(destination.toLowerCase());
      const entry = present(this.base.zip.entry(destination));
      if (destination.includes("/media/"))
        this.#media.set(`${entry.crc32}/${entry.size}/${extensionOf(destination)}`, destination);
      this.#keep(destination, seen);
    }
    if (part !== "") return;
    for (const name of this.contentTypes.partsOf(() => true))
      if (!this.#parts.has(name)) this.contentTypes.remove(name);
  }

  #setType(name: string, type: string): void {
    if (this.contentTypes.of(name) === type) return;
    const extension = extensionOf(name);
    if (extension !== "xml" && this.contentTypes.of(`x.${extension}`) === undefined)
      this.contentTypes.setDefault(extension, type);
    else this.contentTypes.setOverride(name, type);
  }

  #isEqual(known: string, source: WordPackage, name: string): boolean {
    const part = this.#parts.get(known);
    if (part === undefined || typeof part === "string" || part instanceof Uint8Array) return false;
    const theirs = source.zip.packed(name);
    const ours = part.zip.packed(this.#sourceNames.get(known) ?? known);
    return ours !== undefined && theirs !== undefined && equalBytes(ours, theirs);
  }
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
