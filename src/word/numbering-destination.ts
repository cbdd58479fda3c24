import { XmlEdits } from "../office/xml-edits.ts";
import { LazyPart } from "./appended-part.ts";
import { DestinationPart } from "./destination-part.ts";
import { NAMESPACES } from "./namespaces.ts";

const EMPTY = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:numbering xmlns:w="${NAMESPACES.w}"/>`;

/** The lists of the combined document (ECMA-376 Part 1, 17.9). */
export class NumberingDestination extends LazyPart {
  readonly #nsids = new Set<string>();
  readonly #added = { bullets: [] as string[], abstracts: [] as string[], nums: [] as string[] };
  #lastAbstract = -1;
  #lastNum = 0;
  #lastBullet = -1;
  #lastNsid = 0x2d000000;

  nextAbstract(): number {
    this.open();
    return ++this.#lastAbstract;
  }

  nextNum(): number {
    this.open();
    return ++this.#lastNum;
  }

  nextBullet(): number {
    this.open();
    return ++this.#lastBullet;
  }

  /** The id of a list for merging lists (17.9.16) if it is free, else another one: lists of two files are two lists. */
  nsid(wanted: string): string {
    let nsid = wanted.toUpperCase();
    while (this.#nsids.has(nsid)) nsid = (++this.#lastNsid).toString(16).toUpperCase();
    this.#nsids.add(nsid);
    return nsid;
  }

  add(kind: "bullets" | "abstracts" | "nums", markup: string): void {
    this.#added[kind].push(markup);
  }

  /** Writes the part: picture bullets, abstract lists, lists, in this order. */
  finish(): void {
    const part = this.opened;
    if (!part || this.#added.nums.length + this.#added.abstracts.length === 0) return;
    const { root } = part;
    const edits = new XmlEdits(root.source);
    const { bullets, abstracts, nums } = this.#added;
    if (root.selfClosing) edits.append(root, [...bullets, ...abstracts, ...nums].join(""));
    else {
      const afterBullets = root.elements("w:numPicBullet").at(-1)?.end ?? root.openEnd;
      const afterAbstracts = root.elements("w:abstractNum").at(-1)?.end ?? afterBullets;
      const afterNums = root.elements("w:num").at(-1)?.end ?? afterAbstracts;
      edits.replace(afterBullets, afterBullets, bullets.join(""));
      edits.replace(afterAbstracts, afterAbstracts, abstracts.join(""));
      edits.replace(afterNums, afterNums, nums.join(""));
    }
    part.write(edits);
  }

  protected open(): DestinationPart {
    if (this.opened) return this.opened;
    const part = new DestinationPart(this.output, "numbering", EMPTY);
    this.opened = part;
    this.#lastAbstract = part.highest("w:abstractNum", "w:abstractNumId", -1);
    this.#lastNum = part.highest("w:num", "w:numId", 0);
    this.#lastBullet = part.highest("w:numPicBullet", "w:numPicBulletId", -1);
    for (const abstract of part.root.elements("w:abstractNum"))
      this.#nsids.add(abstract.child("w:nsid")?.attribute("w:val")?.toUpperCase() ?? "");
    return part;
  }
}
