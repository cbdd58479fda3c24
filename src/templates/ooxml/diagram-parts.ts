import type { AssemblyToken } from "../../language/assembly-token.ts";
import { DIAGRAM_DRAWING, drawingIdOf } from "./diagram-drawing.ts";
import type { OfficePackage } from "./office-package.ts";
import { OTHER_VERSION, VERSIONS, VERSIONS_END } from "./versions.ts";

/** Drawings of diagrams by the part with their data: both show the same texts. */
export function diagramDrawings(source: OfficePackage, owners: Iterable<string>): Map<string, string> {
  const drawings = new Map<string, string>();
  for (const owner of owners) {
    const relationships = source.relationshipsOf(owner);
    for (const item of relationships.ofType("diagramData")) {
      const data = relationships.targetPart(item);
      const id = data === undefined ? undefined : drawingIdOf(source.text(data) ?? "");
      const drawing = id === undefined ? undefined : relationships.byId(id);
      const part = drawing && DIAGRAM_DRAWING.test(drawing.type) ? relationships.targetPart(drawing) : undefined;
      if (data !== undefined && part !== undefined) drawings.set(data, part);
    }
  }
  return drawings;
}

/** Begins what a drawing shows within the data of its diagram, where it is written with them. */
export const DRAWING_VERSION: AssemblyToken = { ...OTHER_VERSION };

/** A diagram's data with its drawing in them: two versions of the same content. */
export function withDrawingAsVersion(tokens: readonly AssemblyToken[]): readonly AssemblyToken[] {
  return tokens.includes(DRAWING_VERSION) ? [VERSIONS, ...tokens] : tokens;
}

/** The texts of parts one after the other; those of a diagram's data and of its drawing are evaluated once. */
export function writtenOnce(
  parts: readonly { part: string; tokens: readonly AssemblyToken[] }[],
  drawings: ReadonlyMap<string, string>,
): AssemblyToken[] {
  const written = new Map(parts.map(({ part, tokens }) => [part, tokens]));
  const isDrawn = new Set([...drawings].flatMap(([data, drawing]) => (written.has(data) ? [drawing] : [])));
  return parts.flatMap(({ part, tokens }) => {
    if (isDrawn.has(part)) return [];
    const drawing = written.get(drawings.get(part) ?? "");
    return drawing ? [VERSIONS, ...tokens, OTHER_VERSION, ...drawing, VERSIONS_END] : [...tokens];
  });
}
