import { present } from "../domain/present.ts";
import { XmlEdits } from "../office/xml-edits.ts";
import type { XmlElement } from "../office/xml-tree.ts";
import type { NumberingDestination } from "./numbering-destination.ts";
import type { RelationshipMap } from "./relationship-map.ts";
import { resolveThemeReferences } from "./resolve-theme.ts";
import { declare, type OwnPrefixes } from "./root-namespaces.ts";
import type { SourceStyles } from "./source-styles.ts";
import type { Theme } from "./theme.ts";

/** The lists of an incoming file. Those that are used come in under new numbers and count separately. */
export class SourceNumbering {
  readonly #nums = new Map<string, XmlElement>();
  readonly #abstracts = new Map<string, XmlElement>();
  readonly #numIds = new Map<string, string>();
  readonly #abstractIds = new Map<string, string>();
  readonly #bulletIds = new Map<string, string>();

  readonly #root: XmlElement | undefined;
  readonly #destination: NumberingDestination;
  readonly #theme: Theme | undefined;

  /** @param root of the numbering part, if there is one */
  constructor(root: XmlElement | undefined, destination: NumberingDestination, theme: Theme | undefined) {
    this.#root = root;
    this.#destination = destination;
    this.#theme = theme;
    for (const num of root?.elements("w:num") ?? []) this.#nums.set(num.attribute("w:numId") ?? "", num);
    for (const abstract of root?.elements("w:abstractNum") ?? [])
      this.#abstracts.set(abstract.attribute("w:abstractNumId") ?? "", abstract);
  }

  /** Number of a list in the target; 0, which means none, if there is no such list. */
  use(numId: string): string {
    const known = this.#numIds.get(numId);
    if (known !== undefined) return known;
    const num = this.#nums.get(numId);
    if (!num) return "0";
    const id = String(this.#destination.nextNum());
    this.#numIds.set(numId, id);
    const abstractId = num.child("w:abstractNumId")?.attribute("w:val") ?? "";
    if (this.#abstracts.has(abstractId) && !this.#abstractIds.has(abstractId))
      this.#abstractIds.set(abstractId, String(this.#destination.nextAbstract()));
    return id;
  }

  /** Brings in what the lists refer to: styles, which may refer to other lists. */
  close(styles: SourceStyles): void {
    for (const abstractId of this.#abstractIds.keys())
      for (const link of ["w:styleLink", "w:numStyleLink"]) {
        const style = present(this.#abstracts.get(abstractId)).child(link)?.attribute("w:val");
        if (style !== undefined) styles.use(style);
      }
  }

  /** Adds what was used to the target. @param relationships of the numbering part, for picture bullets */
  finish(styles: SourceStyles, relationships: () => RelationshipMap): void {
    if (!this.#root || this.#numIds.size === 0) return;
    const own = this.#destination.namespaces.adopt(this.#root);
    for (const [abstractId, id] of this.#abstractIds) {
      const abstract = present(this.#abstracts.get(abstractId));
      const edits = this.#levels(abstract, styles);
      edits.setAttribute(abstract, "w:abstractNumId", id);
      const nsid = abstract.child("w:nsid");
      if (nsid) edits.setAttribute(nsid, "w:val", this.#destination.nsid(nsid.attribute("w:val") ?? ""));
      declare(abstract, own, edits);
      this.#destination.add("abstracts", edits.toString(abstract.start, abstract.end));
    }
    for (const [numId, id] of this.#numIds) {
      const num = present(this.#nums.get(numId));
      const reference = num.child("w:abstractNumId");
      const abstractId = this.#abstractIds.get(reference?.attribute("w:val") ?? "");
      if (!reference || abstractId === undefined) continue;
      const edits = this.#levels(num, styles);
      edits.setAttribute(num, "w:numId", id);
      edits.setAttribute(reference, "w:val", abstractId);
      declare(num, own, edits);
      this.#destination.add("nums", edits.toString(num.start, num.end));
    }
    this.#addBullets(relationships, own);
  }

  #levels(element: XmlElement, styles: SourceStyles): XmlEdits {
    const edits = new XmlEdits(element.source);
    for (const child of element.descendants()) {
      if (this.#theme) resolveThemeReferences(child, this.#theme, edits);
      const value = child.attribute("w:val") ?? "";
      if (child.name === "w:lvlPicBulletId") edits.setAttribute(child, "w:val", this.#bullet(value));
      if (child.name === "w:rStyle") {
        const style = styles.use(value);
        if (style === undefined) edits.remove(child);
        else edits.setAttribute(child, "w:val", style);
      }
      if (child.name !== "w:pStyle" && child.name !== "w:styleLink" && child.name !== "w:numStyleLink") continue;
      if (styles.isImported(value)) edits.setAttribute(child, "w:val", styles.use(value));
      else edits.remove(child);
    }
    return edits;
  }

  #bullet(id: string): string {
    const known = this.#bulletIds.get(id);
    if (known !== undefined) return known;
    const next = String(this.#destination.nextBullet());
    this.#bulletIds.set(id, next);
    return next;
  }

  #addBullets(relationships: () => RelationshipMap, own: OwnPrefixes): void {
    for (const bullet of this.#root?.elements("w:numPicBullet") ?? []) {
      const id = this.#bulletIds.get(bullet.attribute("w:numPicBulletId") ?? "");
      if (id === undefined) continue;
      const edits = new XmlEdits(bullet.source);
      edits.setAttribute(bullet, "w:numPicBulletId", id);
      const map = relationships();
      for (const child of bullet.descendants()) map.rewrite(child, edits);
      declare(bullet, own, edits);
      this.#destination.add("bullets", edits.toString(bullet.start, bullet.end));
    }
  }
}
