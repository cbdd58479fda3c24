/**
 * Which text boxes one text flows through: `wps:linkedTxbx` says the number of the text and the box's place
 * (`CT_LinkedTextboxInformation` of MS-ODRAWXML), `mso-next-textbox` of VML names the shape that comes next.
 */

import type { DrawingNode, LinkedBox, TextBody } from "../model/shapes.ts";

/** A merge repeats its template for each record, numbers and names included: the first head belongs to the first boxes. */
class Occurrences<Item> {
  readonly #found = new Map<string, Item[]>();

  /** @returns how many there were before */
  add(name: string, item: Item): number {
    const found = this.#found.get(name);
    if (!found) this.#found.set(name, [item]);
    else found.push(item);
    return found ? found.length - 1 : 0;
  }

  get(name: string, occurrence: number): Item | undefined {
    return this.#found.get(name)?.[occurrence];
  }
}

interface NamedBox {
  body: TextBody;
  next: string | undefined;
  occurrence: number;
}

export class LinkedBoxes {
  readonly #heads: { name: string; occurrence: number; body: TextBody }[] = [];
  readonly #headCounts = new Occurrences<TextBody>();
  readonly #followers = new Occurrences<TextBody>();
  /** Places that boxes of a text have. */
  readonly #places = new Map<string, Set<number>>();
  readonly #named = new Occurrences<NamedBox>();
  readonly #naming: NamedBox[] = [];
  readonly #sizes = new Map<TextBody, LinkedBox>();

  /** @param name the part, and the number that the text has there */
  addHead(name: string, body: TextBody): void {
    this.#sizes.set(body, { body, widthPt: 0, heightPt: 0 });
    this.#heads.push({ name, occurrence: this.#headCounts.add(name, body), body });
  }

  addFollower(name: string, place: number, body: TextBody): void {
    this.#sizes.set(body, { body, widthPt: 0, heightPt: 0 });
    const places = this.#places.get(name) ?? new Set();
    this.#places.set(name, places.add(place));
    this.#followers.add(`${name} ${place}`, body);
  }

  /** @param name the part and the shape's id, `next` those of the one that its text goes on in */
  addNamed(name: string, next: string | undefined, body: TextBody): void {
    this.#sizes.set(body, { body, widthPt: 0, heightPt: 0 });
    const box: NamedBox = { body, next, occurrence: 0 };
    box.occurrence = this.#named.add(name, box);
    if (next !== undefined && next !== name) this.#naming.push(box);
  }

  /** Takes over how large boxes are on paper: members of groups are so only in the whole drawing. */
  measure(node: DrawingNode): void {
    if (this.#sizes.size === 0) return;
    if (node.kind === "group") for (const child of node.children) this.measure(child);
    const box = node.kind === "shape" && node.text ? this.#sizes.get(node.text) : undefined;
    if (!box) return;
    box.widthPt = node.widthPt;
    box.heightPt = node.heightPt;
  }

  /** Once all boxes are read: tells those of a chain which others belong to it. */
  join(): void {
    for (const { name, occurrence, body } of this.#heads) {
      const places = [...(this.#places.get(name) ?? [])].sort((a, b) => a - b);
      const followers = places.map((place) => this.#followers.get(`${name} ${place}`, occurrence));
      this.#joinBodies([body, ...followers.filter((each) => each !== undefined)]);
    }
    const taken = new Set<TextBody>();
    // Boxes are taken by the first that names them; a chain begins where there is text.
    const chosen = new Map<NamedBox, NamedBox>();
    for (const box of this.#naming) {
      const next = box.next === undefined ? undefined : this.#named.get(box.next, box.occurrence);
      if (!next || taken.has(next.body) || !isEmpty(next.body)) continue;
      taken.add(next.body);
      chosen.set(box, next);
    }
    for (const box of chosen.keys()) {
      if (taken.has(box.body)) continue;
      const bodies = [box.body];
      for (let next = chosen.get(box); next; next = chosen.get(next)) bodies.push(next.body);
      this.#joinBodies(bodies);
    }
  }

  #joinBodies(bodies: readonly TextBody[]): void {
    if (bodies.length < 2) return;
    const chain = bodies.map((body) => this.#sizes.get(body)).filter((box) => box !== undefined);
    for (const [index, { body }] of chain.entries()) body.linked = { chain, index };
  }
}

function isEmpty({ blocks }: TextBody): boolean {
  return blocks.every(
    (block) => block.kind === "paragraph" && block.inlines.every((inline) => inline.kind === "bookmark"),
  );
}
