/** Frames of embedded objects and controls that are dropped from every file go with them. */
export function removeDroppedObjects(xml: string, ids: ReadonlySet<string> | undefined): string {
  if (!ids || ids.size === 0) return xml;
  const names = (text: string) => Array.from(text.matchAll(/\sr:id="([^"]*)"/g)).some(([, id]) => ids.has(id!));
  return xml
    .replace(/<p:graphicFrame\b[\s\S]*?<\/p:graphicFrame>/g, (frame) =>
      /<p:oleObj\b/.test(frame) && names(frame) ? "" : frame,
    )
    .replace(/<p:controls\b[\s\S]*?<\/p:controls>/g, (controls) => (names(controls) ? "" : controls));
}
