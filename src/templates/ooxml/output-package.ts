import { present } from "../../domain/present.ts";
import { CONTENT_TYPES_PART, type ContentTypes } from "../../office/content-types.ts";
import { type PackedPart, storeBytes, TextPart } from "../../office/packed-part.ts";
import { relationshipsPartOf, relativePartName } from "../../office/part-name.ts";
import { Relationships } from "../../office/relationships.ts";
import { ZipWriter } from "../../office/zip-writer.ts";
import { isTextPart } from "./copied-parts.ts";
import { withVectors } from "./image/svg-image.ts";
import type { OfficePackage } from "./office-package.ts";
import type { NewPart } from "./render-job.ts";
import { unmergedTag } from "./unmerged-tags.ts";
import { findUnused, idsNamedIn, isAlwaysNamed } from "./unused-parts.ts";

const encoder = new TextEncoder();
/** Pictures are already compressed. */
const PACKED = /\.(?:png|jpe?g|gif)$/i;
/**
 * Longer texts are packed all the same: a file that is read again immediately is in memory twice, and may go through a
 * browser.
 */
const MAX_STORED_CHARACTERS = 512 * 1024;

/** The merged package: the template's parts, some of them replaced, dropped or added. */
export class OutputPackage {
  readonly #changed = new Map<string, string | PackedPart>();
  readonly #added: NewPart[] = [];
  readonly #dropped: Set<string>;
  /** The template's part that a copy was made from. */
  readonly #copies = new Map<string, string>();

  private readonly source: OfficePackage;
  readonly contentTypes: ContentTypes;

  constructor(source: OfficePackage, contentTypes: ContentTypes) {
    this.source = source;
    this.contentTypes = contentTypes;
    this.#dropped = new Set(source.dropped);
    for (const part of source.droppedIds.keys()) {
      this.#changed.set(relationshipsPartOf(part), present(source.relationships.get(part)));
      const xml = source.text(part);
      if (xml !== undefined && !this.#dropped.has(part)) this.#changed.set(part, xml);
    }
    for (const [part, xml] of source.rewritten) if (!this.#dropped.has(part)) this.#changed.set(part, xml);
  }

  /** The text of a part that the merge has changed; undefined for others. */
  changedText(name: string): string | undefined {
    return this.#changed.has(name) ? this.text(name) : undefined;
  }

  /** The text of a part as it is now. */
  text(name: string): string | undefined {
    const changed = this.#changed.get(name);
    if (typeof changed === "object") throw new TypeError(`The part ${name} is packed already`);
    return changed ?? this.source.text(name);
  }

  /** Sets a part's text, packed already if it is large; a part that is not there yet is added. */
  set(name: string, xml: string | PackedPart): void {
    this.#changed.set(name, xml);
  }

  /** Adds a part, or replaces the template's. */
  add(part: NewPart): void {
    const known = this.#added.findIndex(({ name }) => name === part.name);
    if (known >= 0) this.#added.splice(known, 1);
    this.#added.push(part);
  }

  drop(name: string): void {
    this.#dropped.add(name);
    this.#changed.delete(name);
    const added = this.#added.findIndex((part) => part.name === name);
    if (added >= 0) this.#added.splice(added, 1);
    this.contentTypes.remove(name);
  }

  /** What of the template's tags is still in the file, in parts that are copied as they are; asked once it is finished. */
  unmergedTags(): string[] {
    return [...this.#names()].flatMap((name) => {
      if (this.#changed.has(name) || !isTextPart(name) || this.#added.some((part) => part.name === name)) return [];
      const tag = this.source.tagIn(name);
      return tag === undefined ? [] : [unmergedTag(name, tag)];
    });
  }

  /** The parts as they are now, those of relationships among them. */
  #names(): Set<string> {
    const names = this.source.zip.names().filter((name) => !this.#dropped.has(name));
    return new Set([...names, ...this.#changed.keys(), ...this.#added.map(({ name }) => name)]);
  }

  /** Drops relationships whose ids are gone from their part, parts that nothing leads to, and their media types. */
  #dropUnused(): void {
    /** Ids that the changed parts name: each part is gone through once, however many relationships it has. */
    const named = new Map<string, ReadonlySet<string>>();
    const namedNow = (part: string, text: string): ReadonlySet<string> => {
      let ids = named.get(part);
      if (!ids) {
        const relationships = relationshipsOf(part)?.all() ?? [];
        ids = idsNamedIn(text, new Set(relationships.map(({ id }) => id)));
        named.set(part, ids);
      }
      return ids;
    };
    const relationshipsOf = (part: string): Relationships | undefined => {
      const relationshipsPart = relationshipsPartOf(part);
      const changed = this.#changed.get(relationshipsPart);
      const xml = typeof changed === "string" ? changed : this.source.text(relationshipsPart);
      return xml === undefined || this.#dropped.has(relationshipsPart) ? undefined : Relationships.parse(part, xml);
    };
    const unused = findUnused({
      names: this.#names(),
      relationshipsOf,
      isGone: (part, { id, type }) => {
        const text = this.#changed.get(part);
        if (typeof text === "object") return false;
        const wasNamed = this.source.namedIds(this.#copies.get(part) ?? part).has(id);
        if (!wasNamed && !isAlwaysNamed(type)) return false;
        return text === undefined ? !wasNamed : !namedNow(part, text).has(id);
      },
      text: (part) => {
        const text = this.#changed.get(part);
        return typeof text === "object" ? undefined : (text ?? this.source.text(part));
      },
    });
    for (const relationships of unused.relationships) {
      if (relationships.all().length > 0) this.#changed.set(relationships.partName, relationships.toXml());
      else this.drop(relationships.partName);
    }
    for (const name of unused.parts) this.drop(name);
    this.contentTypes.keepOnly(this.#names());
  }

  /** Notes that a part is a copy of one of the template's. */
  noteCopy(template: string, part: string): void {
    this.#copies.set(part, template);
  }

  /** Writes the relationships of a part, if the part is still there. */
  setRelationships(relationships: Relationships): void {
    if (this.#dropped.has(relationships.sourcePart)) return;
    this.#changed.set(relationships.partName, relationships.toXml());
  }

  /** Names the SVG beside each picture that stands in for one (`vectors`, by part name). */
  addVectors(vectors: ReadonlyMap<string, string>): void {
    if (vectors.size === 0) return;
    for (const [name, xml] of [...this.#changed]) {
      const [, folder, file] = /^(.*?)_rels\/([^/]*)\.rels$/.exec(name) ?? [];
      if (file === undefined || typeof xml !== "string") continue;
      const relationships = Relationships.parse(`${folder}${file}`, xml);
      const ids = new Map<string, string>();
      for (const item of relationships.ofType("image")) {
        const vector = vectors.get(relationships.targetPart(item) ?? "");
        if (vector === undefined) continue;
        ids.set(item.id, relationships.add(item.type, relativePartName(vector, relationships.sourcePart)));
      }
      const source = ids.size > 0 ? this.text(relationships.sourcePart) : undefined;
      if (source === undefined) continue;
      this.set(relationships.sourcePart, withVectors(source, ids));
      this.setRelationships(relationships);
    }
  }

  /**
   * The package as a file, without what nothing in it uses; parts that did not change are copied as they are packed. `store` is for files that are read
   * again immediately: packing a document of 20 pages takes as long as reading it.
   */
  finish(how: "deflate" | "store" = "deflate"): Uint8Array {
    this.#dropUnused();
    const writer = new ZipWriter();
    const names = this.source.zip.names();
    // The types come first, where every reader finds them.
    writer.add(CONTENT_TYPES_PART, encoder.encode(this.contentTypes.toXml()));
    const written = new Set([CONTENT_TYPES_PART, ...this.#added.map(({ name }) => name)]);
    for (const name of names) {
      if (written.has(name) || this.#dropped.has(name)) continue;
      const xml = this.#changed.get(name);
      if (xml === undefined) writer.copy(name, this.source.zip);
      else writer.addPacked(name, packed(xml, how));
      written.add(name);
    }
    for (const [name, xml] of this.#changed) if (!written.has(name)) writer.addPacked(name, packed(xml, how));
    for (const { name, bytes } of this.#added) writer.add(name, bytes, PACKED.test(name) ? "store" : "deflate");
    return writer.finish();
  }
}

function packed(xml: string | PackedPart, how: "deflate" | "store"): PackedPart {
  if (typeof xml === "object") return xml;
  if (how === "store" && xml.length <= MAX_STORED_CHARACTERS) return storeBytes(encoder.encode(xml));
  const part = new TextPart();
  part.text(xml);
  return part.finish();
}
