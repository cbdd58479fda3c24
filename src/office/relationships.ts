import { relationshipsPartOf, resolvePartName } from "./part-name.ts";
import { escapeXmlText } from "./xml-text.ts";
import { parseXml } from "./xml-tree.ts";

/** One relationship of a part (ECMA-376 Part 2, 6.5). */
export interface Relationship {
  id: string;
  type: string;
  /** As written: relative to the part, or a URL when external. */
  target: string;
  external: boolean;
}

const NAMESPACE = "http://schemas.openxmlformats.org/package/2006/relationships";

/** The relationships of one part, in order; new ones get the next free id. */
export class Relationships {
  readonly #items: Relationship[];
  readonly #byId = new Map<string, Relationship>();
  #changed = false;

  readonly sourcePart: string;

  constructor(sourcePart: string, items: readonly Relationship[] = []) {
    this.sourcePart = sourcePart;
    this.#items = [...items];
    for (const item of items) if (!this.#byId.has(item.id)) this.#byId.set(item.id, item);
  }

  static parse(sourcePart: string, xml: string): Relationships {
    const items = parseXml(xml)
      .elements()
      .filter((element) => element.name.replace(/^.*:/, "") === "Relationship")
      .map((element) => ({
        id: element.attribute("Id") ?? "",
        type: element.attribute("Type") ?? "",
        target: element.attribute("Target") ?? "",
        external: element.attribute("TargetMode") === "External",
      }));
    return new Relationships(sourcePart, items);
  }

  get partName(): string {
    return relationshipsPartOf(this.sourcePart);
  }

  get changed(): boolean {
    return this.#changed;
  }

  all(): readonly Relationship[] {
    return this.#items;
  }

  byId(id: string): Relationship | undefined {
    return this.#byId.get(id);
  }

  /** Relationships whose type ends in `/name`: transitional and strict documents differ only in the namespace. */
  ofType(name: string): Relationship[] {
    return this.#items.filter((item) => item.type.endsWith(`/${name}`));
  }

  /** Name of the part an internal relationship points to. */
  targetPart(relationship: Relationship): string | undefined {
    return relationship.external ? undefined : resolvePartName(relationship.target, this.sourcePart);
  }

  add(type: string, target: string, external = false): string {
    let number = this.#items.length + 1;
    while (this.byId(`rId${number}`)) number++;
    this.insert({ id: `rId${number}`, type, target, external });
    return `rId${number}`;
  }

  /** Adds a relationship under an id of its own, which must be free. */
  insert(item: Relationship): void {
    this.#items.push(item);
    this.#byId.set(item.id, item);
    this.#changed = true;
  }

  setTarget(id: string, target: string): void {
    const item = this.byId(id);
    if (!item || item.target === target) return;
    item.target = target;
    this.#changed = true;
  }

  remove(id: string): void {
    const index = this.#items.findIndex((item) => item.id === id);
    if (index < 0) return;
    this.#items.splice(index, 1);
    this.#byId.delete(id);
    this.#changed = true;
  }

  toXml(): string {
    const items = this.#items.map(
      ({ id, type, target, external }) =>
        `<Relationship Id="${escapeXmlText(id)}" Type="${escapeXmlText(type)}" Target="${escapeXmlText(target)}"${external ? ' TargetMode="External"' : ""}/>`,
    );
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="${NAMESPACE}">${items.join("")}</Relationships>`;
  }
}
