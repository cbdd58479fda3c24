import type { XmlElement } from "../office/xml-tree.ts";
import type { NoteSettings } from "./sections.ts";

const DEFAULTS = {
  footnote: { pos: "pageBottom", numFmt: "decimal", numStart: "1", numRestart: "continuous" },
  endnote: { numFmt: "lowerRoman", numStart: "1", numRestart: "continuous" },
} as const;

/**
 * What a file's settings say about notes (ECMA-376 Part 1, 17.11.11 and 17.11.4) and those of the base do not, as
 * members for its sections.
 */
export function noteSettings(
  own: XmlElement | undefined,
  base: XmlElement,
  facts: { restartsFootnotes: boolean; restartsEndnotes: boolean; moveEndnotes: boolean },
): NoteSettings {
  const isBase = own === base;
  const members = (kind: "footnote" | "endnote") =>
    new Map(
      Object.entries(DEFAULTS[kind]).flatMap(([name, fallback]) => {
        const markup = member(own, kind, name);
        const there = member(base, kind, name);
        if (isBase || markup === there) return [];
        return [[name, markup ?? `<w:${name} w:val="${fallback}"/>`] as const];
      }),
    );
  const position = own?.child("w:endnotePr")?.child("w:pos")?.attribute("w:val");

  return {
    footnote: members("footnote"),
    endnote: members("endnote"),
    restartsFootnotes: facts.restartsFootnotes,
    restartsEndnotes: facts.restartsEndnotes,
    endnotesAtSectionEnd: facts.moveEndnotes && position !== "sectEnd",
  };
}

function member(settings: XmlElement | undefined, kind: string, name: string): string | undefined {
  return settings?.child(`w:${kind}Pr`)?.child(`w:${name}`)?.outer();
}
