/** Markup of what is dropped from every file: embedded objects keep their picture, foreign content goes. */
export function removeDropped(xml: string, ids: ReadonlySet<string> | undefined): string {
  const named = ids && ids.size > 0;
  if (!named && !xml.includes("<w:altChunk")) return xml;
  const isDropped = (element: string) => {
    const id = /\sr:id="([^"]*)"/.exec(element)?.[1];
    return id !== undefined && ids?.has(id);
  };
  return xml
    .replace(/<w:altChunk\b[^>]*?(?:\/>|>[\s\S]*?<\/w:altChunk>)/g, "")
    .replace(/<(o:OLEObject|w:control)\b[^>]*?(?:\/>|>[\s\S]*?<\/\1>)/g, (element) =>
      isDropped(element) ? "" : element,
    );
}
