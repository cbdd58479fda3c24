import { relativePartName } from "../office/part-name.ts";
import type { Relationships } from "../office/relationships.ts";
import { attributesOf, type XmlEdits } from "../office/xml-edits.ts";
import type { XmlElement } from "../office/xml-tree.ts";

/** Brings a part in and returns its name; undefined if it is missing. */
export type PartImport = (name: string, relationshipType: string) => string | undefined;

/** Relationships of a part whose markup moves into another part: each one that is used gets an id there. */
export class RelationshipMap {
  readonly #ids = new Map<string, string | undefined>();

  readonly #source: Relationships;
  readonly #target: Relationships;
  readonly #importPart: PartImport;
  readonly #anchors: (bookmark: string) => string;

  /** @param anchors the new name of a bookmark that a link's address names */
  constructor(
    source: Relationships,
    target: Relationships,
    importPart: PartImport,
    anchors: (bookmark: string) => string,
  ) {
    this.#source = source;
    this.#target = target;
    this.#importPart = importPart;
    this.#anchors = anchors;
  }

  /** The id in the target; undefined if the relationship or its part is missing. */
  id(id: string): string | undefined {
    if (this.#ids.has(id)) return this.#ids.get(id);
    const found = this.#importOne(id);
    this.#ids.set(id, found);
    return found;
  }

  /** Rewrites the attributes of an element that name relationships. */
  rewrite(element: XmlElement, edits: XmlEdits): void {
    if (!namesRelationship(element)) return;
    for (const { name, value } of attributesOf(element))
      if (isRelationshipName(name) && value !== "") edits.setAttribute(element, name, this.id(value));
  }

  #importOne(id: string): string | undefined {
    const relationship = this.#source.byId(id);
    if (!relationship) return undefined;
    if (relationship.external)
      return this.#target.add(relationship.type, externalTarget(relationship.target, this.#anchors), true);
    const part = this.#source.targetPart(relationship);
    const imported = part === undefined ? undefined : this.#importPart(part, relationship.type);
    if (imported === undefined) return undefined;
    return this.#target.add(relationship.type, relativePartName(imported, this.#target.sourcePart));
  }
}

/** A link's address; one that is just a bookmark's name follows the bookmark. */
export function externalTarget(target: string, anchors: (bookmark: string) => string): string {
  return target.startsWith("#") ? `#${anchors(target.slice(1))}` : target;
}

function namesRelationship({ source, start, openEnd }: XmlElement): boolean {
  return /\s(?:r:|o:relid)/.test(source.slice(start, openEnd));
}

function isRelationshipName(name: string): boolean {
  return name.startsWith("r:") || name === "o:relid";
}
