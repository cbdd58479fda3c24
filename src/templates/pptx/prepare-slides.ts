import type { DocumentSettings } from "../../domain/document.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";

/** Comments and who wrote them, of PowerPoint up to 2019 (ECMA-376 Part 1, 13.3.2 and 13.3.3) and of later ones. */
const COMMENTS = /\/(?:comments|commentAuthors|authors)$/;
/** Where a slide names its comments: an extension of its own. */
const COMMENT_EXTENSION = /<p:ext\b[^>]*>\s*<p188:commentRel\b[^>]*?(?:\/>|>\s*<\/p188:commentRel>)\s*<\/p:ext>/g;
const EMPTY_LIST = /<p:extLst>\s*<\/p:extLst>/g;

/** A template without the comments of those who reviewed it: no merged file shows a customer what was discussed. */
export function prepareSlides(source: OfficePackage, { keep_comments }: Pick<DocumentSettings, "keep_comments">): void {
  if (keep_comments) return;
  for (const part of [...source.relationships.keys()]) {
    if (
      !source
        .relationshipsOf(part)
        .all()
        .some(({ type }) => COMMENTS.test(type))
    )
      continue;
    const xml = source.text(part);
    if (xml?.includes("<p188:commentRel"))
      source.rewrite(part, xml.replace(COMMENT_EXTENSION, "").replace(EMPTY_LIST, ""));
    source.dropRelated(part, ({ type }) => COMMENTS.test(type));
  }
}
