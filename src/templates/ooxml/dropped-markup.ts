/**
 * Markup without elements that name dropped relationships (design/security.md): embedded objects keep their picture,
 * foreign content, controls and links to other files go. `ids` are those of the part's relationships that are dropped.
 */
export function withoutDropped(xml: string, ids: ReadonlySet<string>): string {
  const isDropped = (markup: string) =>
    Array.from(markup.matchAll(/\sr:id="([^"]*)"/g)).some(([, id = ""]) => ids.has(id));
  return xml
    .replace(ELEMENTS, (element) => (isDropped(element) ? "" : element))
    .replace(/<p:graphicFrame\b[^>]*(?<!\/)>[\s\S]*?<\/p:graphicFrame>/g, (frame) =>
      /<p:oleObj\b/.test(frame) && isDropped(frame) ? imageOf(frame) : frame,
    );
}

const ELEMENTS =
  /<(w:altChunk|o:OLEObject|w:control|w:attachedTemplate|p:controls|c:externalData)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g;

/** The picture that a slide shows for an embedded object, in the place and under the id of its frame. */
function imageOf(frame: string): string {
  const image = /<p:pic\b[^>]*(?<!\/)>[\s\S]*<\/p:pic>/.exec(frame)?.[0];
  const own = /<p:cNvPr\b[^>]*>/.exec(frame)?.[0];
  const id = own && /\sid="[^"]*"/.exec(own)?.[0];
  if (!image || !id) return "";
  return image.replace(/(<p:cNvPr\b[^>]*?)\sid="[^"]*"/, (_, open: string) => open + id);
}
