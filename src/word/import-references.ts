import { XmlEdits } from "../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";
import { rewriteContent } from "./content-rewriter.ts";
import { NAMESPACES } from "./namespaces.ts";
import { declare, type OwnPrefixes } from "./root-namespaces.ts";
import type { SourceFile } from "./source-file.ts";
import type { SourceParts } from "./source-parts.ts";

/** Brings in what a file's content refers to by number: its notes, comments, lists, styles and fonts, if used. */
export function importReferences(file: SourceFile, parts: SourceParts): void {
  importNotes(file, parts, "footnote");
  importNotes(file, parts, "endnote");
  importComments(file, parts);
  file.numbering.close(file.styles);
  const { numbering } = file.targets;
  const source = file.pack.partOfType("numbering");
  file.numbering.finish(file.styles, () => parts.map(source ?? "", numbering.part));
  file.styles.finish();
  importFonts(file, parts);
}

function importNotes(file: SourceFile, parts: SourceParts, kind: "footnote" | "endnote"): void {
  if (file.notes[kind].size === 0) return;
  const destination = file.targets.notes[kind];
  const part = file.pack.partOfType(`${kind}s`);
  const root = file.pack.tree(part);
  const notes = byId(root, `w:${kind}`);
  const own: OwnPrefixes = root ? destination.namespaces.adopt(root) : new Map();
  const relationships = part === undefined ? undefined : parts.map(part, destination.part);
  for (const [id, number] of file.notes[kind]) {
    const note = notes.get(id);
    if (!note) {
      destination.add(`<w:${kind} w:id="${number}"><w:p/></w:${kind}>`);
      continue;
    }
    const edits = rewriteContent(note, file, relationships);
    edits.setAttribute(note, "w:id", String(number));
    declare(note, own, edits);
    destination.add(edits.toString(note.start, note.end));
  }
}

function importComments(file: SourceFile, parts: SourceParts): void {
  if (file.usedComments.size === 0) return;
  const destination = file.targets.comments;
  const part = file.pack.partOfType("comments");
  const root = file.pack.tree(part);
  if (!root || part === undefined) return;
  const comments = byId(root, "w:comment");
  const own = destination.namespaces.adopt(root);
  const relationships = parts.map(part, destination.part);
  for (const [id, number] of file.usedComments) {
    const comment = comments.get(id);
    if (!comment) continue;
    const edits = rewriteContent(comment, file, relationships);
    edits.setAttribute(comment, "w:id", String(number));
    declare(comment, own, edits);
    destination.add(edits.toString(comment.start, comment.end));
  }
  for (const thread of file.pack.tree(file.pack.partOfType("commentsExtended"))?.elements("w15:commentEx") ?? []) {
    const paragraph = file.knownParagraph(thread.attribute("w15:paraId") ?? "");
    const parent = file.knownParagraph(thread.attribute("w15:paraIdParent") ?? "");
    if (paragraph !== undefined) destination.addThread(paragraph, parent, thread.attribute("w15:done") ?? "0");
  }
}

/** Fonts that the target does not know, with the programs that are embedded for them (ECMA-376 Part 1, 17.8). */
function importFonts(file: SourceFile, parts: SourceParts): void {
  const part = file.pack.partOfType("fontTable");
  const root = file.pack.tree(part);
  const { output, settings } = file.targets;
  if (!root || part === undefined) return;
  const name = output.partOfMain("fontTable", `<w:fonts xmlns:w="${NAMESPACES.w}"/>`);
  const destination = parseXml(output.text(name) ?? "");
  const known = new Map(destination.elements("w:font").map((font) => [fontName(font), font]));
  const relationships = parts.map(part, name);
  const edits = new XmlEdits(destination.source);
  const added: string[] = [];
  for (const font of root.elements("w:font")) {
    const there = known.get(fontName(font));
    if (there && (isEmbedded(there) || !isEmbedded(font))) continue;
    if (isEmbedded(font)) settings.set("w:embedTrueTypeFonts", "<w:embedTrueTypeFonts/>");
    const own = new XmlEdits(font.source);
    for (const child of font.elements()) relationships.rewrite(child, own);
    const programs = font.elements().filter(isProgram);
    if (there) edits.append(there, programs.map((program) => own.toString(program.start, program.end)).join(""));
    else added.push(own.toString(font.start, font.end));
  }
  if (added.length > 0) edits.append(destination, added.join(""));
  if (!edits.isEmpty) output.set(name, edits.toString());
}

const fontName = (font: XmlElement): string => font.attribute("w:name")?.toLowerCase() ?? "";
const isProgram = ({ name }: XmlElement): boolean => name.startsWith("w:embed");
const isEmbedded = (font: XmlElement): boolean => font.elements().some(isProgram);

function byId(root: XmlElement | undefined, name: string): Map<string, XmlElement> {
  return new Map((root?.elements(name) ?? []).map((element) => [element.attribute("w:id") ?? "", element]));
}
