import { present } from "../../domain/present.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../../office/content-types.ts";
import { decodePart } from "../../office/decode-part.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { relationshipsPartOf } from "../../office/part-name.ts";
import { Relationships } from "../../office/relationships.ts";
import { attributesOf } from "../../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import { PARAGRAPH_PROPERTIES, RUN_PROPERTIES, SECTION_PROPERTIES, SETTINGS } from "../property-order.ts";

const ORDERS: Readonly<Record<string, ReadonlyMap<string, number>>> = {
  "w:sectPr": SECTION_PROPERTIES,
  "w:pPr": PARAGRAPH_PROPERTIES,
  "w:rPr": RUN_PROPERTIES,
  "w:settings": SETTINGS,
};

/**
 * What is wrong with a Word package: parts without a media type, relationships and references that lead nowhere,
 * duplicate ids, members that are not in the schema's order, prefixes that are not declared.
 */
export function faultsOf(bytes: Uint8Array): string[] {
  const zip = ZipArchive.open(bytes, { ...OFFICE_LIMITS, totalBytes: 1e9 }, inflateNatively);
  const text = (name: string) => decodePart(zip.read(name) ?? new Uint8Array());
  const types = ContentTypes.parse(text(CONTENT_TYPES_PART));
  const faults: string[] = [];
  const document = new DocumentIds(faults);
  const main = mainPartOf(text("_rels/.rels"));
  for (const name of zip.names()) {
    if (name === CONTENT_TYPES_PART) continue;
    if (types.of(name) === undefined) faults.push(`${name} has no media type`);
    const source = /^(.*?)_rels\/([^/]*)\.rels$/.exec(name);
    if (source) checkRelationships(Relationships.parse(`${source[1]}${source[2]}`, text(name)), zip, faults);
    if (!/\.xml$/.test(name)) continue;
    const root = parseXml(text(name));
    checkPrefixes(root, name, faults);
    const ids = new Set(
      zip.has(relationshipsPartOf(name))
        ? Relationships.parse(name, text(relationshipsPartOf(name)))
            .all()
            .map(({ id }) => id)
        : [],
    );
    for (const element of [root, ...root.descendants()]) {
      checkReferences(element, ids, name, faults);
      checkOrder(element, name, faults);
      document.collect(element, name, name === main);
    }
  }
  for (const name of types.partsOf(() => true)) if (!zip.has(name)) faults.push(`${name} has a media type only`);
  document.check();
  return faults;
}

function mainPartOf(relationships: string): string {
  const root = Relationships.parse("", relationships);
  const [office] = root.ofType("officeDocument");
  return (office && root.targetPart(office)) ?? "";
}

function checkRelationships(relationships: Relationships, zip: ZipArchive, faults: string[]): void {
  const ids = relationships.all().map(({ id }) => id);
  if (new Set(ids).size < ids.length) faults.push(`${relationships.partName} has an id twice`);
  for (const item of relationships.all()) {
    const part = relationships.targetPart(item);
    if (!item.external && (part === undefined || !zip.has(part)))
      faults.push(`${relationships.partName} leads to ${item.target}, which is missing`);
  }
}

function checkReferences(element: XmlElement, ids: ReadonlySet<string>, part: string, faults: string[]): void {
  if (!/\sr:/.test(element.source.slice(element.start, element.openEnd))) return;
  for (const { name, value } of attributesOf(element))
    if (name.startsWith("r:") && value !== "" && !ids.has(value))
      faults.push(`${part}: ${element.name} names the relationship ${value}, which is missing`);
}

function checkOrder(element: XmlElement, part: string, faults: string[]): void {
  const order = ORDERS[element.name];
  if (!order) return;
  let last = -1;
  for (const { name } of element.elements()) {
    const rank = order.get(name);
    if (rank === undefined) continue;
    const mayRepeat = element.name === "w:sectPr" && rank < 2;
    if (rank < last && !(mayRepeat && last < 2)) faults.push(`${part}: ${name} stands too late in ${element.name}`);
    if (rank === last && !mayRepeat && !/activeWritingStyle|attachedSchema|smartTagType/.test(name))
      faults.push(`${part}: ${name} stands twice in ${element.name}`);
    last = Math.max(last, rank);
  }
}

/** Every prefix that is used is declared, and so is what readers may ignore. */
function checkPrefixes(root: XmlElement, part: string, faults: string[]): void {
  const found = new Set<string>();
  const visit = (element: XmlElement, outer: ReadonlySet<string>): void => {
    const attributes = attributesOf(element);
    const declared = attributes.flatMap(({ name }) => (name.startsWith("xmlns:") ? [name.slice(6)] : []));
    const scope = declared.length > 0 ? new Set([...outer, ...declared]) : outer;
    const ignorable = attributes.filter(({ name }) => name.endsWith(":Ignorable"));
    const used = [element.name, ...attributes.map(({ name }) => name).filter((name) => !name.startsWith("xmlns"))]
      .flatMap((name) => (name.includes(":") ? [name.slice(0, name.indexOf(":"))] : []))
      .concat(ignorable.flatMap(({ value }) => value.split(/\s+/)));
    for (const prefix of used) if (!scope.has(prefix)) found.add(prefix);
    for (const child of element.elements()) visit(child, scope);
  };
  visit(root, new Set(["xml"]));
  for (const prefix of found) faults.push(`${part}: the prefix ${prefix} is not declared`);
}

/** Ids and names that a document may have once. */
class DocumentIds {
  readonly #counts = new Map<string, number>();
  readonly #defined = new Map<string, Set<string>>();
  readonly #used = new Map<string, Set<string>>();

  readonly #faults: string[];

  constructor(faults: string[]) {
    this.#faults = faults;
  }

  collect(element: XmlElement, part: string, isMain: boolean): void {
    const value = (name: string) => element.attribute(name) ?? "";
    switch (element.name) {
      case "w:bookmarkStart":
        this.#count(`bookmark id ${value("w:id")}`);
        this.#count(`bookmark ${value("w:name").toLowerCase()}`);
        this.#add(this.#defined, "bookmark", value("w:id"));
        break;
      case "w:bookmarkEnd":
        this.#add(this.#used, "bookmark", value("w:id"));
        break;
      case "w:style":
        this.#count(`style ${value("w:styleId").toLowerCase()}`);
        this.#count(`style name ${element.child("w:name")?.attribute("w:val")?.toLowerCase()}`);
        this.#add(this.#defined, "style", value("w:styleId"));
        break;
      case "w:pStyle":
      case "w:rStyle":
      case "w:tblStyle":
      case "w:basedOn":
      case "w:link":
      case "w:next":
        this.#add(this.#used, "style", value("w:val"));
        break;
      case "w:num":
        this.#count(`list ${value("w:numId")}`);
        this.#add(this.#defined, "list", value("w:numId"));
        break;
      case "w:abstractNum":
        this.#count(`abstract list ${value("w:abstractNumId")}`);
        this.#add(this.#defined, "abstract list", value("w:abstractNumId"));
        break;
      case "w:numId":
        if (value("w:val") !== "0") this.#add(this.#used, "list", value("w:val"));
        break;
      case "w:abstractNumId":
        this.#add(this.#used, "abstract list", value("w:val"));
        break;
      case "w:nsid":
        this.#count(`nsid ${value("w:val").toUpperCase()}`);
        break;
      case "w:footnote":
      case "w:endnote":
      case "w:comment":
        if (element.parent?.name === `${element.name}s`) {
          this.#count(`${element.name} ${value("w:id")}`);
          this.#add(this.#defined, element.name, value("w:id"));
        }
        break;
      case "w:footnoteReference":
      case "w:endnoteReference":
      case "w:commentReference":
        this.#add(this.#used, element.name.replace("Reference", ""), value("w:id"));
        break;
      case "wp:docPr":
        // Alternatives of one drawing share its id.
        if (!isInFallback(element)) this.#count(`drawing ${value("id")}`);
        break;
      case "w:sdtPr":
        if (element.child("w:id")) this.#count(`content control ${present(element.child("w:id")).attribute("w:val")}`);
        break;
      case "w:p":
        if (isMain && value("w14:paraId") !== "" && !isInFallback(element))
          this.#count(`paragraph ${value("w14:paraId")} in ${part}`);
        break;
      default:
    }
  }

  check(): void {
    for (const [what, count] of this.#counts) if (count > 1) this.#faults.push(`${what} stands ${count} times`);
    for (const [kind, ids] of this.#used)
      for (const id of ids) if (!this.#defined.get(kind)?.has(id)) this.#faults.push(`${kind} ${id} is missing`);
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  #add(map: Map<string, Set<string>>, kind: string, id: string): void {
    map.set(kind, (map.get(kind) ?? new Set()).add(id));
  }
}

function isInFallback(element: XmlElement): boolean {
  for (let at = element.parent; at; at = at.parent) if (at.name === "mc:Fallback") return true;
  return false;
}
