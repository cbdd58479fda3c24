import type { XmlElement } from "../office/xml-tree.ts";
import { type PageKind, SectionProperties, type StoryKind } from "./section-properties.ts";

/** The elements that end the sections of a document, in order; the body's own is the last, if there is one. */
export function sectionElements(body: XmlElement): XmlElement[] {
  return [...body.descendants("w:sectPr")].filter(
    ({ parent }) => parent === body || (parent?.name === "w:pPr" && parent.parent?.name === "w:p"),
  );
}

/** What the sections of a file need to know about the file and those before it. */
export interface SectionContext {
  /** Index of the file; that of the base is 0. */
  index: number;
  /** Left and right pages differ in the combined document. */
  facingPages: boolean;
  /** They differ in this file. */
  ownFacingPages: boolean;
  /** Kinds of headers and footers, `header/first`, that files before this one have: sections without one inherit them. */
  inherited: Set<string>;
  /** Relationship id of an empty header or footer. */
  blank(kind: StoryKind): string;
  /** New relationship id of a header or footer; undefined if it is missing. */
  storyId(id: string): string | undefined;
  /** Markup of a member as it has to be in the combined document. */
  member(element: XmlElement): string;
  notes: NoteSettings;
}

/** How notes of a file are numbered and placed, if its settings differ from those of the base. */
export interface NoteSettings {
  /** Members of `w:footnotePr` by name, to be set if a section does not. */
  footnote: ReadonlyMap<string, string>;
  endnote: ReadonlyMap<string, string>;
  /** The file has notes, and so has one before it: numbers begin anew. */
  restartsFootnotes: boolean;
  restartsEndnotes: boolean;
  /** Endnotes are at the end of their file: all its sections but the last pass them on (17.6.10). */
  endnotesAtSectionEnd: boolean;
}

const STORIES: readonly StoryKind[] = ["header", "footer"];
const PAGES: readonly PageKind[] = ["default", "first", "even"];

/**
 * Properties of a file's sections as they have to be in the combined document: the first begins on a new page with page
 * 1, and no section gets headers, footers or numbers of notes from the file before.
 */
export function combinedSections(
  elements: readonly (XmlElement | undefined)[],
  context: SectionContext,
): SectionProperties[] {
  return elements.map((element, place) => {
    const section = new SectionProperties(element, context.member);
    for (const [key, id] of [...section.stories]) {
      const mapped = context.storyId(id);
      if (mapped === undefined) section.stories.delete(key);
      else section.stories.set(key, mapped);
    }
    if (context.facingPages && !context.ownFacingPages) spreadToEvenPages(section);
    section.set("w:printerSettings", undefined);
    if (context.index > 0 && place === 0) begin(section, context);
    setNotes(section, context, place === 0, place === elements.length - 1);
    for (const key of section.stories.keys()) context.inherited.add(key);
    return section;
  });
}

/** If a file has one header for all pages, it is on the left ones, too. */
function spreadToEvenPages({ stories }: SectionProperties): void {
  for (const kind of STORIES) {
    const usual = stories.get(`${kind}/default`);
    if (usual === undefined) stories.delete(`${kind}/even`);
    else stories.set(`${kind}/even`, usual);
  }
}

function begin(section: SectionProperties, { inherited, blank }: SectionContext): void {
  section.set("w:type", '<w:type w:val="nextPage"/>');
  const numbers = section.get("w:pgNumType");
  if (numbers === undefined) section.set("w:pgNumType", '<w:pgNumType w:start="1"/>');
  else if (!/\sw:start=/.test(numbers))
    section.set("w:pgNumType", numbers.replace("<w:pgNumType", '<w:pgNumType w:start="1"'));
  for (const kind of STORIES)
    for (const page of PAGES) {
      const key = `${kind}/${page}`;
      if (!section.stories.has(key) && inherited.has(key)) section.stories.set(key, blank(kind));
    }
}

const NOTE_MEMBERS = {
  footnote: ["pos", "numFmt", "numStart", "numRestart"],
  endnote: ["numFmt", "numStart", "numRestart"],
};

function setNotes(section: SectionProperties, { notes }: SectionContext, isFirst: boolean, isLast: boolean): void {
  for (const kind of ["footnote", "endnote"] as const) {
    const name = `w:${kind}Pr`;
    const members = new Map(notes[kind]);
    for (const member of memberElements(section.get(name) ?? "")) members.set(member.name, member.markup);
    const restarts = kind === "footnote" ? notes.restartsFootnotes : notes.restartsEndnotes;
    // Numbers begin anew with the file, and continue in its other sections.
    if (restarts && isFirst) members.set("numRestart", '<w:numRestart w:val="eachSect"/>');
    if (members.size === 0) continue;
    const ordered = NOTE_MEMBERS[kind].flatMap((member) => members.get(member) ?? []);
    section.set(name, ordered.length > 0 ? `<${name}>${ordered.join("")}</${name}>` : undefined);
  }
  if (!notes.endnotesAtSectionEnd) return;
  section.set("w:noEndnote", isLast ? undefined : "<w:noEndnote/>");
}

function memberElements(markup: string): { name: string; markup: string }[] {
  return [...markup.matchAll(/<w:(pos|numFmt|numStart|numRestart)\b[^>]*\/>/g)].map(([whole, name = ""]) => ({
    name,
    markup: whole,
  }));
}
