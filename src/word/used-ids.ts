/** Longest name of a bookmark (ECMA-376 Part 1, 17.13.6.2; Word's own limit). */
const MAX_BOOKMARK_LENGTH = 40;

/** The ids that a document's parts use, which incoming content must not reuse. */
export class UsedIds {
  readonly #bookmarks = new Set<string>();
  /** Last number given to names with the same beginning. */
  readonly #bookmarkNumbers = new Map<string, number>();
  readonly #paragraphs = new Set<string>();
  readonly #controls = new Set<string>();
  readonly #shapes = new Set<string>();
  #annotation = 0;
  #drawing = 0;
  #control = 0;
  #paragraph = 0x10000000;
  #shape = 0x10000;

  /** Notes the ids in a part of the document. */
  collect(xml: string): void {
    for (const [, id = ""] of xml.matchAll(/\sw:id="(\d{1,10})"/g))
      this.#annotation = Math.max(this.#annotation, Number(id));
    for (const [, id = ""] of xml.matchAll(/<wp:docPr\b[^>]*?\sid="(\d{1,10})"/g))
      this.#drawing = Math.max(this.#drawing, Number(id));
    for (const [, id = ""] of xml.matchAll(/\sw14:paraId="([^"]*)"/g)) this.#paragraphs.add(id.toLowerCase());
    for (const [, id = ""] of xml.matchAll(/<w:id\s+w:val="([^"]*)"/g)) this.#controls.add(id.toLowerCase());
    for (const [, name = ""] of bookmarkNames(xml)) this.#bookmarks.add(name.toLowerCase());
    for (const [tag] of xml.matchAll(/<v:(?!shapetype\b)\w+\b[^>]*>/g))
      for (const [, id = ""] of tag.matchAll(/\s(?:id|o:spid)="([^"]*)"/g)) this.#shapes.add(id.toLowerCase());
  }

  /** An id for a bookmark, a range or a tracked change. */
  nextAnnotation(): number {
    return ++this.#annotation;
  }

  /** An id for a picture or another drawing. */
  nextDrawing(): number {
    return ++this.#drawing;
  }

  /** The name of a bookmark if it is free, else one like it. */
  bookmark(name: string): string {
    const stem = name.slice(0, MAX_BOOKMARK_LENGTH - 7);
    return unused(name, this.#bookmarks, () => {
      const number = (this.#bookmarkNumbers.get(stem) ?? 1) + 1;
      this.#bookmarkNumbers.set(stem, number);
      return `${stem}_${number}`;
    });
  }

  /** A paragraph's id if it is free, else another one (MS-DOCX 2.6.2.3: below 0x80000000). */
  paragraph(id: string): string {
    const next = () => (++this.#paragraph).toString(16).toUpperCase().padStart(8, "0");
    return unused(id.toUpperCase(), this.#paragraphs, next);
  }

  /** The id of a content control if it is free, else another one. */
  contentControl(id: string): string {
    return unused(id, this.#controls, () => String(++this.#control));
  }

  /** The id of a VML shape if it is free, else another one in the form that Word gives them. */
  shape(id: string): string {
    const prefix = /^_x0000_[a-z]/.exec(id)?.[0] ?? "_x0000_s";
    return unused(id, this.#shapes, () => `${prefix}${++this.#shape}`);
  }
}

/** Bookmarks of a part's markup; the first group is the raw name. */
export function bookmarkNames(xml: string): IterableIterator<RegExpExecArray> {
  return xml.matchAll(/<w:bookmarkStart\b[^>]*?\sw:name="([^"]*)"/g);
}

/** Ids are compared without regard to case. */
function unused(wanted: string, used: Set<string>, another: () => string): string {
  let id = wanted;
  while (used.has(id.toLowerCase())) id = another();
  used.add(id.toLowerCase());
  return id;
}
