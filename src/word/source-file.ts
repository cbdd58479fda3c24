import type { XmlElement } from "../office/xml-tree.ts";
import type { MergeDestinations } from "./merge-destinations.ts";
import { SourceNumbering } from "./source-numbering.ts";
import { SourceStyles } from "./source-styles.ts";
import { Theme } from "./theme.ts";
import { bookmarkNames } from "./used-ids.ts";
import type { WordPackage } from "./word-package.ts";

/** Relationships of the main part whose targets hold document content. */
const CONTENT = /\/(?:header|footer|footnotes|endnotes|comments)$/;

/** An incoming file: how its ids and names map to those of the target. One per file, for all of its parts. */
export class SourceFile {
  /** Its theme if it looks different from the target's: references to it are written out. */
  readonly theme: Theme | undefined;
  readonly settings: XmlElement | undefined;
  readonly styles: SourceStyles;
  readonly numbering: SourceNumbering;
  readonly #bookmarks = new Map<string, string>();
  readonly #annotations = new Map<string, number>();
  readonly #comments = new Map<string, number>();
  readonly #paragraphs = new Map<string, string>();
  readonly #shapes = new Map<string, string>();
  /** Paragraphs of the main part that end a section, with its properties. */
  readonly sectionEnds = new Map<XmlElement, string>();
  /** Footnotes and endnotes by kind: their ids in the target. */
  readonly notes = { footnote: new Map<string, number>(), endnote: new Map<string, number>() };

  readonly name: string;
  readonly pack: WordPackage;
  readonly targets: MergeDestinations;

  constructor(name: string, pack: WordPackage, targets: MergeDestinations) {
    this.name = name;
    this.pack = pack;
    this.targets = targets;
    this.settings = pack.tree(pack.partOfType("settings"));
    const theme = new Theme(pack.tree(pack.partOfType("theme")), this.settings);
    this.theme = theme.fingerprint === targets.theme.fingerprint ? undefined : theme;
    this.numbering = new SourceNumbering(pack.tree(pack.partOfType("numbering")), targets.numbering, this.theme);
    const styles = pack.tree(pack.partOfType("styles"));
    this.styles = new SourceStyles(styles, targets.styles, this.numbering, this.theme);
    this.#claimBookmarks();
  }

  /** The new name of a bookmark; a name that is not a bookmark stays as it is. */
  bookmark(name: string): string {
    return this.#bookmarks.get(name.toLowerCase()) ?? name;
  }

  /** True if some bookmark is renamed. */
  get renamesBookmarks(): boolean {
    return this.#bookmarks.size > 0;
  }

  /** New id of a bookmark, a range or a tracked change. */
  annotation(id: string): string {
    return String(numberFor(this.#annotations, id, () => this.targets.output.ids.nextAnnotation()));
  }

  /** New id of a comment. */
  comment(id: string): string {
    return String(numberFor(this.#comments, id, () => this.targets.comments.nextId()));
  }

  /** Ids of comments that the content refers to. */
  get usedComments(): ReadonlyMap<string, number> {
    return this.#comments;
  }

  note(kind: "footnote" | "endnote", id: string): string {
    return String(numberFor(this.notes[kind], id, () => this.targets.notes[kind].nextId()));
  }

  /** New id of a paragraph (`w14:paraId`); of several with the same id in the file the last is meant. */
  paragraph(id: string): string {
    const found = this.targets.output.ids.paragraph(id);
    this.#paragraphs.set(id.toUpperCase(), found);
    return found;
  }

  /** The id that a paragraph got. */
  knownParagraph(id: string): string | undefined {
    return this.#paragraphs.get(id.toUpperCase());
  }

  /** New id of a VML shape: the same wherever it is named. */
  shape(id: string): string {
    const known = this.#shapes.get(id);
    if (known !== undefined) return known;
    const found = this.targets.output.ids.shape(id);
    this.#shapes.set(id, found);
    return found;
  }

  #claimBookmarks(): void {
    const { pack } = this;
    const relationships = pack.relationships(pack.mainPart);
    const parts = relationships
      .all()
      .filter(({ type }) => CONTENT.test(type))
      .map((relationship) => relationships.targetPart(relationship));
    for (const part of [pack.mainPart, ...parts])
      for (const [, name = ""] of bookmarkNames((part && pack.text(part)) || "")) {
        const key = name.toLowerCase();
        if (!this.#bookmarks.has(key)) this.#bookmarks.set(key, this.targets.output.ids.bookmark(name));
      }
    for (const [key, name] of this.#bookmarks) if (name.toLowerCase() === key) this.#bookmarks.delete(key);
  }
}

function numberFor(numbers: Map<string, number>, id: string, next: () => number): number {
  const known = numbers.get(id);
  if (known !== undefined) return known;
  const number = next();
  numbers.set(id, number);
  return number;
}
