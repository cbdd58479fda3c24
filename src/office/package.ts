import { Failure } from "../domain/failure.ts";
import { percentDecoded } from "../domain/text/percent-decoded.ts";
import { UnreadableFile } from "../domain/unreadable-file.ts";
import { CONTENT_TYPES_PART } from "./content-types.ts";
import { decodePart } from "./decode-part.ts";
import type { InflateRaw } from "./inflate.ts";
import { OFFICE_LIMITS } from "./limits.ts";
import { damagedPart, relationshipsPartOf } from "./part-name.ts";
import { Relationships } from "./relationships.ts";
import { readXml, readXmlInPieces, type XmlNode } from "./xml-node.ts";
import { ZipArchive } from "./zip-archive.ts";

/** A relationship as readers follow it. */
export interface ResolvedRelationship {
  readonly id: string;
  /** The last segment of the relationship's type, e.g. `image`, `hyperlink`, `header`. */
  readonly type: string;
  /** Part name without the leading slash, or the URL when external. */
  readonly target: string;
  readonly external: boolean;
}

/** Where the parts of a package come from. */
interface PartSource {
  names(): string[];
  read(name: string): Uint8Array | undefined;
}

/**
 * An Office package (ECMA-376 Part 2) that is read and never written: its parts by name, as bytes and as XML. Parts are
 * unpacked when they are asked for. A part that is missing or damaged is undefined: what can be read of a file is shown.
 */
export class OpcPackage {
  /** What is not shown as the file had it that the parts were made of: a sentence each. */
  readonly notes: readonly string[];
  readonly #source: PartSource;
  readonly #bytes = new Map<string, Uint8Array>();
  readonly #trees = new Map<string, XmlNode | undefined>();
  /** Why parts could not be read: a sentence each. */
  readonly #damage = new Map<string, string>();
  readonly #relationships = new Map<string, ReadonlyMap<string, ResolvedRelationship>>();
  /** Name of each part by its name in lower case: names are compared without regard to case (ECMA-376 Part 2, 6.2.2). */
  #namesByCase: ReadonlyMap<string, string> | undefined;

  private constructor(source: PartSource, notes: readonly string[] = []) {
    this.notes = notes;
    this.#source = source;
  }

  /** @param parts name without the leading slash -> bytes */
  static ofParts(parts: Iterable<readonly [string, Uint8Array]>, notes?: readonly string[]): OpcPackage {
    const byName = new Map(parts);
    return new OpcPackage({ names: () => [...byName.keys()], read: (name) => byName.get(name) }, notes);
  }

  /**
   * @param inflate the platform's way to unpack
   * @throws Failure `archive_invalid`, `archive_too_large`
   */
  static ofZip(bytes: Uint8Array, inflate: InflateRaw): OpcPackage {
    return new OpcPackage(ZipArchive.open(bytes, OFFICE_LIMITS, inflate));
  }

  /** Names of all parts, in the package's order. */
  partNames(): string[] {
    return this.#source.names();
  }

  /** Bytes of a part. */
  bytes(part: string): Uint8Array | undefined {
    const known = this.#bytes.get(part);
    if (known) return known;
    const bytes = this.#read(part);
    if (bytes) this.#bytes.set(part, bytes);
    return bytes;
  }

  /** Text of a part. */
  text(part: string): string | undefined {
    const bytes = this.#bytes.get(part) ?? this.#read(part);
    return bytes && decodePart(bytes);
  }

  /** The part's root element. */
  xml(part: string | undefined): XmlNode | undefined {
    if (!part) return undefined;
    if (!this.#trees.has(part)) this.#trees.set(part, this.#parse(part));
    return this.#trees.get(part);
  }

  /**
   * The root element of a part that the file cannot do without.
   * @param pieces elements that are read when they are asked for, if the part is large
   * @throws Error with a sentence for people
   */
  mainXml(part: string, pieces?: ReadonlySet<string>): XmlNode {
    const root = pieces ? this.xmlInPieces(part, pieces) : this.xml(part);
    if (!root) throw new UnreadableFile(this.#damage.get(part) ?? `The part "${part}" is missing.`);
    return root;
  }

  /** The part's root element, for large parts: elements of these names are read when they are asked for. */
  xmlInPieces(part: string, names: ReadonlySet<string>): XmlNode | undefined {
    const text = this.text(part);
    this.forget(part);
    return text === undefined ? undefined : this.#undamaged(part, () => readXmlInPieces(text, names));
  }

  /** Lets go of everything that was unpacked and read of a part. */
  forget(part: string): void {
    this.#bytes.delete(part);
    this.#trees.delete(part);
  }

  /** What is wrong with parts that were asked for and could not be read. */
  get damageWarnings(): readonly string[] {
    return [...this.#damage.values()].map((sentence) => `${sentence} The file is shown without it.`);
  }

  /** Parts whose markup is in memory. */
  get readParts(): readonly string[] {
    return [...this.#trees.keys()];
  }

  /** Relationships of a part by id; the package's own for the empty name. Those that lead out of the package are left out. */
  relationships(part: string): ReadonlyMap<string, ResolvedRelationship> {
    let found = this.#relationships.get(part);
    if (!found) {
      found = new Map(this.#resolved(part).map((relationship) => [relationship.id, relationship]));
      this.#relationships.set(part, found);
    }
    return found;
  }

  /** Target part of the first relationship of that type. */
  targetOfType(part: string, type: string): string | undefined {
    for (const relationship of this.relationships(part).values())
      if (relationship.type === type && !relationship.external) return relationship.target;
    return undefined;
  }

  /** Whether the package states the media types of its parts; parts made from a binary file come without. */
  hasContentTypes(): boolean {
    return this.bytes(CONTENT_TYPES_PART) !== undefined;
  }

  #resolved(part: string): ResolvedRelationship[] {
    const name = relationshipsPartOf(part);
    const xml = this.text(name);
    if (xml === undefined) return [];
    const found = this.#undamaged(name, () => {
      const relationships = Relationships.parse(part, xml);
      return relationships.all().flatMap((item) => {
        const target = item.external ? item.target : relationships.targetPart(item);
        const type = item.type.slice(item.type.lastIndexOf("/") + 1);
        return item.id === "" || target === undefined ? [] : [{ id: item.id, type, target, external: item.external }];
      });
    });
    return found ?? [];
  }

  #parse(part: string): XmlNode | undefined {
    const text = this.text(part);
    return text === undefined ? undefined : this.#undamaged(part, () => readXml(text));
  }

  #read(part: string): Uint8Array | undefined {
    return this.#undamaged(part, () => this.#source.read(part) ?? this.#source.read(this.#nameLike(part) ?? part));
  }

  /** The part meant by a target that is written in another case or with escapes. */
  #nameLike(part: string): string | undefined {
    this.#namesByCase ??= new Map(this.#source.names().map((name) => [name.toLowerCase(), name]));
    return this.#namesByCase.get(percentDecoded(part).toLowerCase());
  }

  /** What is read of a part; undefined if it is damaged, and the reason is kept. */
  #undamaged<Content>(part: string, read: () => Content): Content | undefined {
    try {
      return read();
    } catch (error) {
      // An archive's failure already names the part; an error that is not a failure means nothing to a person.
      const { code, message } = error instanceof Failure ? error : { code: undefined, message: "It cannot be read." };
      this.#damage.set(part, code === "archive_invalid" ? message : damagedPart(part, message));
      return undefined;
    }
  }
}
