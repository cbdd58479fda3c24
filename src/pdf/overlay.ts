import type { Matrix } from "../geometry/matrix.ts";
import type { PdfDocument } from "./document.ts";
import { dict, name, PdfDict, type PdfObject, type PdfRef, PdfStream } from "./objects.ts";
import { type PdfPage, pageEntry } from "./page-tree.ts";

import { formatNumber } from "./serialize.ts";

const STEPS_OF_A_DRAWING = 24;

/** A form XObject on a page, in the page's own coordinates. */
export interface OverlaidForm {
  form: PdfRef;
  matrix?: Matrix;
  /** The mark of the structure element that it belongs to; `mcid` is new on the page. */
  mark?: { tag: string; mcid: number } | undefined;
  /** In a tagged file: it is no part of what the document says (14.8.2.2). */
  isArtifact?: boolean;
}

/** Draws form XObjects on top of pages. The streams around the pages' own content are shared by all of them. */
export class Overlay {
  readonly #document: PdfDocument;
  readonly #drawing = new Map<string, PdfRef>();
  #save: PdfRef | undefined;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /**
   * Draws form XObjects, in the page's own coordinates. The page's content is enclosed in `q` and `Q`, so that
   * whatever it does to the graphics state does not matter.
   */
  draw(page: PdfPage, forms: readonly OverlaidForm[]): void {
    const document = this.#document;
    const resources = new PdfDict(document.dict(pageEntry(document, page, "Resources")));
    const xObjects = new PdfDict(document.dict(resources.get("XObject")));
    let content = "Q\n";
    let number = 0;
    for (const { form, matrix, mark, isArtifact } of forms) {
      let key: string;
      do key = `Overlay${++number}`;
      while (xObjects.has(key));
      xObjects.set(key, form);
      const drawing = matrix ? `q ${matrix.map(formatNumber).join(" ")} cm /${key} Do Q\n` : `/${key} Do\n`;
      const marked = mark ? `/${mark.tag} <</MCID ${mark.mcid}>> BDC\n` : isArtifact ? "/Artifact BMC\n" : undefined;
      content += marked ? `${marked}${drawing}EMC\n` : drawing;
    }
    resources.set("XObject", xObjects);
    page.dict.set("Resources", resources);
    this.#save ??= this.#content("q\n");
    const contents = page.dict.get("Contents");
    const own = document.array(contents) ?? (contents === undefined ? [] : [contents]);
    // resources and contents may be shared by all pages; each page gets its own
    document.work.charge("object", own.length + STEPS_OF_A_DRAWING * forms.length + xObjects.size);
    let after = this.#drawing.get(content);
    if (!after) this.#drawing.set(content, (after = this.#content(content)));
    page.dict.set("Contents", [this.#save, ...own, after]);
  }

  #content(operators: string): PdfRef {
    return this.#document.add(new PdfStream(new PdfDict(), Buffer.from(operators, "latin1")));
  }
}

/** Adds a form XObject (ISO 32000-2, 8.10). @param operators content stream, characters are bytes */
export function addFormXObject(
  document: PdfDocument,
  operators: string,
  box: readonly number[],
  resources: PdfDict,
  more: Record<string, PdfObject> = {},
): PdfRef {
  const entries = dict({
    Type: name("XObject"),
    Subtype: name("Form"),
    BBox: [...box],
    Resources: resources,
    ...more,
  });
  return document.add(new PdfStream(entries, Buffer.from(operators, "latin1")));
}
