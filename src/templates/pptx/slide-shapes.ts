/** A slide with more shapes over its own; `shapes` gets the first id that is free. Without a tree of shapes it stays as it is. */
export function withShapes(slide: string, shapes: (firstId: number) => string): string {
  const end = slide.lastIndexOf("</p:spTree>");
  if (end < 0) return slide;
  const lastId = Array.from(slide.matchAll(/<p:cNvPr\b[^>]*? id="(\d+)"/g)).reduce(
    (last, [, id]) => Math.max(last, Number(id)),
    1,
  );
  // An extension list comes last in the tree.
  const extensions = /<p:extLst>(?:(?!<p:extLst>)[\s\S])*<\/p:extLst>\s*$/.exec(slide.slice(0, end));
  const at = extensions ? extensions.index : end;
  return slide.slice(0, at) + shapes(lastId + 1) + slide.slice(at);
}
