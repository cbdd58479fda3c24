import { percentDecoded } from "../../domain/text/percent-decoded.ts";
import { CONTENT_TYPES_PART } from "../../office/content-types.ts";
import { relationshipsPartOf } from "../../office/part-name.ts";
import type { Relationship, Relationships } from "../../office/relationships.ts";
import { DIAGRAM_DRAWING, drawingIdOf } from "./diagram-drawing.ts";

/**
 * Relationships that mean nothing unless the part's text names their id (ECMA-376 Part 1, 11 to 15). Others may be
 * implied by their type, such as those of styles, notes and layouts, and stay if the template's text never named them.
 */
const ALWAYS_NAMED =
  /\/(?:image|hyperlink|chart|chartEx|header|footer|diagramData|diagramLayout|diagramQuickStyle|diagramColors|chartUserShapes)$/;

export const isAlwaysNamed = (type: string): boolean => ALWAYS_NAMED.test(type);

/** Those of some ids that attributes of a text have as their values; attributes of relationships have a prefix. */
export function idsNamedIn(text: string, ids: ReadonlySet<string>): Set<string> {
  const named = new Set<string>();
  if (ids.size === 0) return named;
  for (const match of text.matchAll(/:[\w.-]+\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const id = match[1] ?? match[2] ?? "";
    if (!ids.has(id)) continue;
    named.add(id);
    if (named.size === ids.size) break;
  }
  return named;
}

/** A package as it is about to be written. */
export interface WrittenPackage {
  names: ReadonlySet<string>;
  relationshipsOf(part: string): Relationships | undefined;
  /** Whether the part's text no longer names a relationship that it would have to name. */
  isGone(part: string, relationship: Relationship): boolean;
  /** Undefined for parts that are packed already. */
  text(part: string): string | undefined;
}

/**
 * What nothing uses: relationships whose ids are gone from their part, as lists that changed, and parts that no
 * relationship leads to from the package down. Part names are compared as readers do, without regard to case and
 * escapes (ECMA-376 Part 2, 6.2.2).
 */
export function findUnused(written: WrittenPackage): { relationships: Relationships[]; parts: string[] } {
  const byName = new Map([...written.names].map((name) => [nameKey(name), name]));
  const changed: Relationships[] = [];
  const used = new Set([CONTENT_TYPES_PART]);
  const reached = new Set([""]);
  for (const part of reached) {
    const relationships = written.relationshipsOf(part);
    if (!relationships) continue;
    const gone = relationships.all().filter((item) => part !== "" && written.isGone(part, item));
    for (const { id } of gone) relationships.remove(id);
    for (const item of goneDrawings(relationships, written)) relationships.remove(item.id);
    if (relationships.changed) changed.push(relationships);
    for (const item of relationships.all()) {
      const target = relationships.targetPart(item);
      const name = target === undefined ? undefined : byName.get(nameKey(target));
      if (name !== undefined) reached.add(name);
    }
  }
  for (const part of reached) used.add(part).add(relationshipsPartOf(part));
  return { relationships: changed, parts: [...written.names].filter((name) => !used.has(name)) };
}

/** Drawings of diagrams whose data are gone. Data that name no drawing may be drawn by any. */
function goneDrawings(relationships: Relationships, written: WrittenPackage): Relationship[] {
  const drawings = relationships.all().filter(({ type }) => DIAGRAM_DRAWING.test(type));
  if (drawings.length === 0) return [];
  const data = relationships.ofType("diagramData").flatMap((item) => relationships.targetPart(item) ?? []);
  const named = data.map((part) => drawingIdOf(written.text(part) ?? ""));
  if (named.includes(undefined)) return [];
  return drawings.filter(({ id }) => !named.includes(id));
}

const nameKey = (name: string): string => percentDecoded(name).toLowerCase();
