import { Failure } from "../../domain/failure.ts";
import { present } from "../../domain/present.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../../office/content-types.ts";
import { refuseDamagedParts } from "../../office/damaged-parts.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { mainPartOf } from "../../office/main-part.ts";
import { relationshipsPartOf } from "../../office/part-name.ts";
import { plainMarkup } from "../../office/plain-markup.ts";
import { type Relationship, Relationships } from "../../office/relationships.ts";
import { withUsualPrefixes } from "../../office/usual-prefixes.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { withoutDropped } from "./dropped-markup.ts";
import { tagOf } from "./unmerged-tags.ts";
import { idsNamedIn } from "./unused-parts.ts";

/** Relationships to what a merged file never carries: code, embedded objects, foreign content, remote templates. */
const ACTIVE =
  /\/(?:vbaProject|wordVbaData|oleObject|aFChunk|control|activeXControlBinary|attachedTemplate|attachedToolbars|keyMapCustomizations|customXmlUI|ui\/(?:extensibility|userCustomization)|userCustomization|extensibility)$/;

/** A template's package: its parts as text, without what is dropped from every file (design/security.md). */
export class OfficePackage {
  readonly zip: ZipArchive;
  readonly contentTypes: ContentTypes;
  readonly warnings: string[] = [];
  /** Parts that do not go into merged files. */
  readonly dropped = new Set<string>();
  /** Relationship parts as merged files have them: of every part that has some. */
  readonly relationships = new Map<string, string>();
  /** Ids of dropped relationships by part; markup that names them goes, too. */
  readonly droppedIds = new Map<string, Set<string>>();

  /** Parts as merged files have them, if they differ from the template's. */
  readonly rewritten = new Map<string, string>();

  /** Ids of relationships that a part's own text names, by part: looked up once. */
  readonly #named = new Map<string, ReadonlySet<string>>();

  readonly #tags = new Map<string, string | undefined>();

  readonly bytes: Uint8Array;

  /** Opens a package. Throws `archive_invalid`, `archive_too_large`, `xml_invalid`. */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
    const types = this.text(CONTENT_TYPES_PART);
    if (types === undefined) throw new Failure("archive_invalid", "The file is not an Office package.");
    this.contentTypes = ContentTypes.parse(types);
    for (const name of this.zip.names()) this.#readRelationships(name);
    // A picture of the template as it was saved: merged files would show the tags, or what an earlier file held.
    this.dropRelated("", ({ type }) => type.endsWith("/thumbnail"));
    this.#dropSignatures();
    this.#plainMainType();
  }

  /** The text of a part without what is dropped; undefined if there is none of this name. */
  text(name: string): string | undefined {
    const rewritten = this.rewritten.get(name);
    if (rewritten !== undefined) return rewritten;
    const bytes = this.zip.read(name);
    if (bytes === undefined) return undefined;
    const own = decodePart(bytes);
    const xml = /\.(?:xml|rels)$/i.test(name) ? withUsualPrefixes(plainMarkup(own)) : own;
    const dropped = this.droppedIds.get(name);
    const text = dropped ? withoutDropped(xml, dropped) : xml;
    // What is merged into it has the usual prefixes, and so has all of the part.
    if (xml !== own && name !== CONTENT_TYPES_PART && !name.endsWith(".rels")) this.rewritten.set(name, text);
    return text;
  }

  /**
   * Gives a part another text. Anything that only its old text named, such as a picture, does not go into merged files.
   */
  rewrite(name: string, xml: string): void {
    const old = this.text(name) ?? "";
    this.rewritten.set(name, xml);
    this.dropRelated(name, ({ id }) => {
      const quoted = `"${id}"`;
      return old.includes(quoted) && !xml.includes(quoted);
    });
  }

  /** Leaves out relationships of a part, and their targets if nothing else leads to them. */
  dropRelated(name: string, isDropped: (item: Relationship) => boolean): void {
    const relationships = this.relationshipsOf(name);
    const items = relationships.all().filter(isDropped);
    if (items.length === 0) return;
    for (const { id } of items) relationships.remove(id);
    this.relationships.set(name, relationships.toXml());
    this.rewritten.set(relationships.partName, relationships.toXml());
    for (const item of items) {
      const target = relationships.targetPart(item);
      if (target !== undefined && !this.#isTarget(target)) this.#leaveOut(target);
    }
  }

  /** Digital signatures (ECMA-376 Part 2, 10): what was signed is the template, and no merged file keeps its word. */
  #dropSignatures(): void {
    const isOrigin = ({ type }: Relationship): boolean => type.endsWith("/digital-signature/origin");
    if (!this.relationshipsOf("").all().some(isOrigin)) return;
    this.dropRelated("", isOrigin);
    this.warnings.push(
      "The template's digital signature was left out: a merged file is not the file that was signed. Sign merged files if they need a signature.",
    );
  }

  #isTarget(name: string): boolean {
    return [...this.relationships.keys()].some((part) => {
      const relationships = this.relationshipsOf(part);
      return !this.dropped.has(part) && relationships.all().some((item) => relationships.targetPart(item) === name);
    });
  }

  #leaveOut(part: string): void {
    this.dropped.add(part).add(relationshipsPartOf(part));
    this.contentTypes.remove(part);
  }

  /** Those ids of a part's relationships that the template's text of the part names. */
  namedIds(part: string): ReadonlySet<string> {
    let named = this.#named.get(part);
    if (!named) {
      const bytes = this.zip.read(part);
      const text = this.rewritten.get(part) ?? (bytes && decodePart(bytes)) ?? "";
      named = idsNamedIn(
        text,
        new Set(
          this.relationshipsOf(part)
            .all()
            .map(({ id }) => id),
        ),
      );
      this.#named.set(part, named);
    }
    return named;
  }

  /** The first tag in the text of a part, as written: what a part that no merge changes would show. */
  tagIn(part: string): string | undefined {
    if (!this.#tags.has(part)) this.#tags.set(part, tagOf(this.text(part) ?? ""));
    return this.#tags.get(part);
  }

  relationshipsOf(part: string): Relationships {
    const xml = this.relationships.get(part);
    return xml === undefined ? new Relationships(part) : Relationships.parse(part, xml);
  }

  /** The main part: what the package's relationship of this type points to. */
  mainPart(): string {
    return mainPartOf(this.relationshipsOf(""), this.zip);
  }

  /** Looks into every part with markup: DTDs, entities and damaged XML are refused. Throws `xml_invalid`. */
  refuseUnsoundMarkup(): void {
    const names = this.zip.names();
    for (const name of names) {
      if (!/\.(?:xml|rels|vml)$/i.test(name)) continue;
      if (/<!(?:DOCTYPE|ENTITY)/i.test(this.text(name) ?? ""))
        throw new Failure(
          "xml_invalid",
          `The part "${name}" has a DTD or an entity declaration, which is not allowed.`,
        );
    }
    refuseDamagedParts(names, (name) => this.text(name) ?? "");
  }

  #readRelationships(name: string): void {
    const match = /^(.*?)_rels\/([^/]*)\.rels$/.exec(name);
    if (!match) return;
    const source = `${match[1]}${match[2]}`;
    const xml = present(this.text(name));
    const relationships = Relationships.parse(source, xml);
    const isChart = this.contentTypes.of(source)?.includes("chart") === true;
    for (const item of [...relationships.all()]) {
      const isObject = ACTIVE.test(item.type) || (!isChart && item.type.endsWith("/package"));
      if (isObject) this.#drop(relationships, item);
    }
    this.relationships.set(source, relationships.changed ? relationships.toXml() : xml);
  }

  #drop(relationships: Relationships, item: Relationship): void {
    const kind = item.type.slice(item.type.lastIndexOf("/") + 1);
    const target = relationships.targetPart(item);
    if (target !== undefined) this.#leaveOut(target);
    relationships.remove(item.id);
    const ids = this.droppedIds.get(relationships.sourcePart) ?? new Set();
    this.droppedIds.set(relationships.sourcePart, ids.add(item.id));
    const warning = `${item.target} (${kind}) was left out: merged files carry no code and no embedded objects.`;
    if (!this.warnings.includes(warning)) this.warnings.push(warning);
  }

  /** Templates and files with macros become plain documents: what is in them no longer fits their old type. */
  #plainMainType(): void {
    const main = this.mainPart();
    const type = this.contentTypes.of(main) ?? "";
    const format = "application/vnd.openxmlformats-officedocument";
    if (/word/i.test(type)) this.contentTypes.setOverride(main, `${format}.wordprocessingml.document.main+xml`);
    else if (/presentation|powerpoint/i.test(type))
      this.contentTypes.setOverride(main, `${format}.presentationml.presentation.main+xml`);
  }
}
