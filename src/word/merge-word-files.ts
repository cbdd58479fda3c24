import { Failure } from "../domain/failure.ts";
import { FileFailures, inFile } from "../domain/file-failure.ts";
import { present } from "../domain/present.ts";
import { withDamagedParts } from "../office/damaged-parts.ts";
import { relativePartName } from "../office/part-name.ts";
import { XmlEdits } from "../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";
import { rewriteContent, rewrittenElement } from "./content-rewriter.ts";
import { writeFileName } from "./file-name-fields.ts";
import { importReferences } from "./import-references.ts";
import { MergeDestinations } from "./merge-destinations.ts";
import { NAMESPACES } from "./namespaces.ts";
import { noteSettings } from "./note-settings.ts";
import { addParagraphProperties } from "./paragraph-properties.ts";
import { declare, RootNamespaces } from "./root-namespaces.ts";
import type { SectionProperties, StoryKind } from "./section-properties.ts";
import { combinedSections, type SectionContext, sectionElements } from "./sections.ts";
import { hasSwitch } from "./settings-destination.ts";
import { SourceFile } from "./source-file.ts";
import { SourceParts } from "./source-parts.ts";
import { WordPackage } from "./word-package.ts";

/** A Word file to be combined with others. */
export interface WordFile {
  name: string;
  bytes: Uint8Array;
}

/** The markup of all bodies together is held as text while the document is combined. */
const MAX_CHARACTERS = 40 * 1024 * 1024;
const RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORDPROCESSING = "application/vnd.openxmlformats-officedocument.wordprocessingml";
/** What may come after the last paragraph of a body without being content. */
const NO_CONTENT =
  /^w:(?:bookmarkStart|bookmarkEnd|proofErr|permStart|permEnd|commentRangeStart|commentRangeEnd|move(?:From|To)Range(?:Start|End)|customXml(?:Ins|Del|MoveFrom|MoveTo)Range(?:Start|End)|sectPr)$/;

/**
 * Combines Word files into one (docs/decisions/combining-word.md). The first is the base, whose settings apply; every
 * other starts a section on a new page, with its own page size, headers, footers and page numbers, and keeps its look.
 *
 * @throws Failure `file_missing` without files; with the file's name in front `archive_invalid`, `archive_too_large`,
 *   `xml_invalid`, `file_too_large`
 */
export function mergeWordFiles(files: readonly WordFile[]): Uint8Array {
  if (files.length === 0) throw new Failure("file_missing", "There are no files to combine.");
  const packs = openPackages(files);
  const merge = oneByOne(present(files[0]), 0, () => new WordMerge(files, packs));
  for (const [index, file] of files.entries()) oneByOne(file, index, () => merge.add(index));
  return merge.finish();
}

class WordMerge {
  readonly #targets: MergeDestinations;
  readonly #root: XmlElement;
  readonly #namespaces: RootNamespaces;
  readonly #facing: readonly boolean[];
  readonly #footnotes: readonly boolean[];
  readonly #endnotes: readonly boolean[];
  readonly #inherited = new Set<string>();
  readonly #blanks = new Map<StoryKind, string>();
  readonly #bodies: string[] = [];
  #length = 0;

  readonly #files: readonly WordFile[];
  readonly #packs: readonly WordPackage[];

  constructor(files: readonly WordFile[], packs: readonly WordPackage[]) {
    this.#files = files;
    this.#packs = packs;
    const base = present(packs[0]);
    this.#facing = packs.map((pack) => hasSwitch(pack.tree(pack.partOfType("settings")), "w:evenAndOddHeaders"));
    const hasNotes = (kind: string) =>
      packs.map((pack) => present(pack.text(pack.mainPart)).includes(`<w:${kind}Reference `));
    this.#footnotes = hasNotes("footnote");
    this.#endnotes = hasNotes("endnote");
    this.#targets = new MergeDestinations(base);
    this.#root = parseXml(present(base.text(base.mainPart)));
    this.#namespaces = new RootNamespaces(this.#root);
    for (const prefix of ["w", "r"] as const) this.#namespaces.need(prefix);
    if (this.#facing.includes(true)) this.#targets.settings.set("w:evenAndOddHeaders", "<w:evenAndOddHeaders/>");
    if (this.#moveEndnotes) this.#targets.settings.placeEndnotesAtSectionEnd();
  }

  /** Adds the body of one of the files; they come in order. */
  add(index: number): void {
    const body = index === 0 ? this.#baseBody() : this.#sourceBody(index);
    this.#length += body.length;
    if (this.#length > MAX_CHARACTERS)
      throw new Failure("file_too_large", `Together the files have more than ${MAX_CHARACTERS} characters of markup.`);
    this.#bodies.push(body);
  }

  finish(): Uint8Array {
    const { output } = this.#targets;
    const body = bodyOf(this.#root);
    const edits = new XmlEdits(this.#root.source);
    this.#namespaces.declareOn(this.#root, edits);
    edits.setAttribute(this.#root, "w:conformance", undefined);
    const text = `<w:body>${this.#bodies.join("")}</w:body>`;
    edits.replace(body.start, body.end, text);
    output.set(output.mainPart, edits.toString());
    this.#targets.finish();
    return output.finish();
  }

  /** Endnotes of a file stay with it unless they are at the end of the whole document. */
  get #moveEndnotes(): boolean {
    return this.#packs.length > 1 && this.#endnotes.includes(true);
  }

  #baseBody(): string {
    const body = bodyOf(this.#root);
    const edits = new XmlEdits(this.#root.source);
    for (const control of body.descendants("w:control")) edits.remove(control);
    this.#writeBaseName(body, edits);
    const sections = combinedSections(endsOf(body), {
      ...this.#sectionContext(0),
      storyId: (id) => (this.#targets.output.relationships(this.#targets.output.mainPart).byId(id) ? id : undefined),
      member: (element) => element.outer(),
    });
    return this.#written(body, edits, sections, 0, (paragraph, section) =>
      addParagraphProperties(paragraph, edits, "", section),
    );
  }

  /** Fields with the base's name, in its body and in its headers and footers. */
  #writeBaseName(body: XmlElement, edits: XmlEdits): void {
    if (this.#packs.length === 1) return;
    const { name } = present(this.#files[0]);
    writeFileName(body, edits, name);
    const { output } = this.#targets;
    const relationships = output.relationships(output.mainPart);
    for (const relationship of [...relationships.ofType("header"), ...relationships.ofType("footer")]) {
      const part = relationships.targetPart(relationship);
      const root = part === undefined ? undefined : parseXml(output.text(part) ?? "<w:hdr/>");
      if (part === undefined || !root) continue;
      const changes = new XmlEdits(root.source);
      writeFileName(root, changes, name);
      if (!changes.isEmpty) output.set(part, changes.toString());
    }
  }

  #sourceBody(index: number): string {
    const pack = present(this.#packs[index]);
    const { output } = this.#targets;
    const file = new SourceFile(present(this.#files[index]).name, pack, this.#targets);
    const parts = new SourceParts(file);
    const relationships = parts.map(pack.mainPart, output.mainPart);
    const root = parseXml(present(pack.text(pack.mainPart)));
    const body = bodyOf(root);
    const own = this.#namespaces.adopt(root);
    const sections = combinedSections(endsOf(body), {
      ...this.#sectionContext(index, file),
      storyId: (id) => relationships.id(id),
      member: (element) => rewrittenElement(element, file),
    });
    // Paragraphs are rewritten in one go, with the section that one of them ends.
    const last = this.#lastParagraph(body, index);
    if (last) file.sectionEnds.set(last, present(sections.at(-1)).toXml());
    const edits = rewriteContent(body, file, relationships);
    for (const child of body.elements()) declare(child, own, edits);
    const text = this.#written(body, edits, sections, index, () => {}, file.styles.forParagraph(undefined, body));
    importReferences(file, parts);
    return text;
  }

  #sectionContext(index: number, file?: SourceFile): Omit<SectionContext, "storyId" | "member"> {
    const settings = file ? file.settings : this.#targets.settings.root;
    return {
      index,
      facingPages: this.#facing.includes(true),
      ownFacingPages: present(this.#facing[index]),
      inherited: this.#inherited,
      blank: (kind) => this.#blank(kind),
      notes: noteSettings(settings, this.#targets.settings.root, {
        restartsFootnotes: present(this.#footnotes[index]) && this.#footnotes.indexOf(true) < index,
        restartsEndnotes: present(this.#endnotes[index]) && this.#endnotes.indexOf(true) < index,
        moveEndnotes: this.#moveEndnotes,
      }),
    };
  }

  /**
   * The body with its sections; the last one goes into the last paragraph if another file follows, or into one of its
   * own if there is none that could hold it.
   */
  #written(
    body: XmlElement,
    edits: XmlEdits,
    sections: readonly SectionProperties[],
    index: number,
    close: (paragraph: XmlElement, section: string) => void,
    style?: string,
  ): string {
    const ends = endsOf(body);
    for (const [place, end] of ends.entries())
      if (end) edits.replace(end.start, end.end, end.parent === body ? "" : present(sections[place]).toXml());
    const section = present(sections.at(-1)).toXml();
    const isLast = index === this.#packs.length - 1;
    const last = this.#lastParagraph(body, index);
    if (last) close(last, section);
    const text = body.selfClosing ? "" : edits.toString(body.openEnd, body.closeStart);
    if (isLast) return text + section;
    return last ? text : text + sectionParagraph(section, style);
  }

  /** The paragraph that can hold the end of the file's last section; undefined if none can or none has to. */
  #lastParagraph(body: XmlElement, index: number): XmlElement | undefined {
    if (index === this.#packs.length - 1) return undefined;
    const last = body.elements().findLast(({ name }) => !NO_CONTENT.test(name));
    if (last?.name !== "w:p") return undefined;
    const properties = last.child("w:pPr");
    return properties?.child("w:sectPr") || properties?.child("w:framePr") ? undefined : last;
  }

  #blank(kind: StoryKind): string {
    const known = this.#blanks.get(kind);
    if (known !== undefined) return known;
    const { output } = this.#targets;
    const name = output.allocateName(`word/${kind}1.xml`);
    const root = kind === "header" ? "w:hdr" : "w:ftr";
    output.set(name, `<${root} xmlns:w="${NAMESPACES.w}"><w:p/></${root}>`, `${WORDPROCESSING}.${kind}+xml`);
    const id = output
      .relationships(output.mainPart)
      .add(`${RELATIONSHIP}/${kind}`, relativePartName(name, output.mainPart));
    this.#blanks.set(kind, id);
    return id;
  }
}

function bodyOf(root: XmlElement): XmlElement {
  const body = root.child("w:body");
  if (!body) throw new Failure("archive_invalid", "The file's main part has no body.");
  return body;
}

/** The ends of all sections; the last is undefined if the body does not state it. */
function endsOf(body: XmlElement): (XmlElement | undefined)[] {
  const elements: (XmlElement | undefined)[] = sectionElements(body);
  return elements.at(-1)?.parent === body ? elements : [...elements, undefined];
}

/** A paragraph that takes no room and ends a section. */
function sectionParagraph(section: string, style: string | undefined): string {
  const named = style === undefined ? "" : `<w:pStyle w:val="${style}"/>`;
  return `<w:p><w:pPr>${named}<w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/><w:rPr><w:sz w:val="2"/></w:rPr>${section}</w:pPr></w:p>`;
}

/** Opens all of them. @throws Failure with every file that is not a sound package */
function openPackages(files: readonly WordFile[]): WordPackage[] {
  const failures = new FileFailures();
  const packs: WordPackage[] = [];
  for (const [index, { name, bytes }] of files.entries()) {
    try {
      packs.push(new WordPackage(bytes));
    } catch (error) {
      failures.note(withDamagedParts(error, bytes), name, index);
    }
  }
  failures.refuse();
  return packs;
}

function oneByOne<Result>({ name, bytes }: WordFile, index: number, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw inFile(withDamagedParts(error, bytes), name, index);
  }
}
