import { XmlEdits } from "../office/xml-edits.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import type { XmlElement } from "../office/xml-tree.ts";
import { renamedInstruction } from "./field-references.ts";
import { writeFileName } from "./file-name-fields.ts";
import { addParagraphProperties } from "./paragraph-properties.ts";
import type { RelationshipMap } from "./relationship-map.ts";
import { resolveThemeReferences } from "./resolve-theme.ts";
import type { SourceFile } from "./source-file.ts";

/** Left out of incoming content: code, bindings to data that stay behind, building blocks, divisions of web pages. */
const LEFT_OUT = new Set(["w:control", "w:dataBinding", "w15:dataBinding", "w:placeholder", "w:divId"]);

/** Elements with an id that no other annotation of the document may have (ECMA-376 Part 1, 17.13). */
const ANNOTATIONS = new Set(
  ["bookmarkStart", "bookmarkEnd", "ins", "del", "moveFrom", "moveTo", "moveFromRangeStart", "moveFromRangeEnd"]
    .concat(["moveToRangeStart", "moveToRangeEnd", "rPrChange", "pPrChange", "sectPrChange", "tblPrChange"])
    .concat(["tblPrExChange", "trPrChange", "tcPrChange", "tblGridChange", "numberingChange", "cellIns", "cellDel"])
    .concat(["cellMerge", "permStart", "permEnd", "customXmlInsRangeStart", "customXmlInsRangeEnd"])
    .concat(["customXmlDelRangeStart", "customXmlDelRangeEnd", "customXmlMoveFromRangeStart"])
    .concat(["customXmlMoveFromRangeEnd", "customXmlMoveToRangeStart", "customXmlMoveToRangeEnd"])
    .map((name) => `w:${name}`),
);
const COMMENT_MARKS = new Set(["w:commentRangeStart", "w:commentRangeEnd", "w:commentReference"]);

/**
 * Writes content of a file as it has to be in the target: its styles, lists, notes, bookmarks, relationships, drawings
 * and references to the theme under their new ids. Anything unknown stays byte for byte.
 * @param root whose content it is; only what is inside it is rewritten
 * @param relationships of the part, if its markup moves into another part
 */
export function rewriteContent(root: XmlElement, file: SourceFile, relationships?: RelationshipMap): XmlEdits {
  const edits = new XmlEdits(root.source);
  writeFileName(root, edits, file.name);
  for (const child of root.elements()) rewrite(child, edits, file, relationships);
  return edits;
}

/** {@link rewriteContent} for an element itself, e.g. a member of a section. */
export function rewrittenElement(element: XmlElement, file: SourceFile): string {
  const edits = new XmlEdits(element.source);
  rewrite(element, edits, file, undefined);
  return edits.toString(element.start, element.end);
}

function rewrite(
  element: XmlElement,
  edits: XmlEdits,
  file: SourceFile,
  relationships: RelationshipMap | undefined,
): void {
  const { name } = element;
  // Sections are written separately (sections.ts).
  if (name === "w:sectPr") return;
  if (LEFT_OUT.has(name)) {
    edits.remove(element);
    return;
  }
  relationships?.rewrite(element, edits);
  if (file.theme) resolveThemeReferences(element, file.theme, edits);
  if (ANNOTATIONS.has(name)) rewriteAnnotation(element, edits, file);
  else if (COMMENT_MARKS.has(name)) rewriteId(element, edits, (id) => file.comment(id));
  else if (name.startsWith("v:")) rewriteShape(element, edits, file);
  else rewriters[name]?.(element, edits, file);
  for (const child of element.elements()) rewrite(child, edits, file, relationships);
}

type Rewriter = (element: XmlElement, edits: XmlEdits, file: SourceFile) => void;

const rewriters: Readonly<Record<string, Rewriter>> = {
  "w:p": rewriteParagraph,
  "w:tr": (element, edits, file) => rewriteParagraphId(element, edits, file),
  "w:tblPr": (element, edits, file) => {
    const { tableDefault } = file.styles;
    if (tableDefault !== undefined && !element.child("w:tblStyle"))
      edits.prepend(element, `<w:tblStyle w:val="${tableDefault}"/>`);
  },
  "w:rStyle": rewriteStyle,
  "w:tblStyle": rewriteStyle,
  "w:numId": (element, edits, file) => {
    edits.setAttribute(element, "w:val", file.numbering.use(element.attribute("w:val") ?? "0"));
  },
  "w:footnoteReference": (element, edits, file) => rewriteId(element, edits, (id) => file.note("footnote", id)),
  "w:endnoteReference": (element, edits, file) => rewriteId(element, edits, (id) => file.note("endnote", id)),
  "w:hyperlink": (element, edits, file) => {
    const anchor = element.attribute("w:anchor");
    if (anchor !== undefined) edits.setAttribute(element, "w:anchor", file.bookmark(anchor));
  },
  "w:instrText": rewriteInstructionText,
  "w:delInstrText": rewriteInstructionText,
  "w:fldSimple": (element, edits, file) => {
    const instruction = element.attribute("w:instr") ?? "";
    const renamed = renamedInstruction(instruction, file);
    if (renamed !== instruction) edits.setAttribute(element, "w:instr", renamed);
  },
  "w:ffData": (element, edits, file) => {
    const name = element.child("w:name");
    if (name) edits.setAttribute(name, "w:val", file.bookmark(name.attribute("w:val") ?? ""));
  },
  "w:sdtPr": (element, edits, file) => {
    const id = element.child("w:id");
    const value = id?.attribute("w:val");
    if (id && value !== undefined) edits.setAttribute(id, "w:val", file.targets.output.ids.contentControl(value));
  },
  "wp:docPr": (element, edits, file) =>
    edits.setAttribute(element, "id", String(file.targets.output.ids.nextDrawing())),
  "o:OLEObject": (element, edits, file) => {
    const shape = element.attribute("ShapeID");
    if (shape !== undefined) edits.setAttribute(element, "ShapeID", file.shape(shape));
  },
};

function rewriteId(element: XmlElement, edits: XmlEdits, newId: (id: string) => string): void {
  const id = element.attribute("w:id");
  if (id !== undefined) edits.setAttribute(element, "w:id", newId(id));
}

function rewriteAnnotation(element: XmlElement, edits: XmlEdits, file: SourceFile): void {
  rewriteId(element, edits, (id) => file.annotation(id));
  const name = element.name === "w:bookmarkStart" ? element.attribute("w:name") : undefined;
  if (name !== undefined) edits.setAttribute(element, "w:name", file.bookmark(name));
}

function rewriteStyle(element: XmlElement, edits: XmlEdits, file: SourceFile): void {
  const style = file.styles.use(element.attribute("w:val") ?? "");
  if (style === undefined) edits.remove(element);
  else edits.setAttribute(element, "w:val", style);
}

/** A paragraph that names no style gets its file's own default; in tables it may be another one. */
function rewriteParagraph(element: XmlElement, edits: XmlEdits, file: SourceFile): void {
  rewriteParagraphId(element, edits, file);
  const named = element.child("w:pPr")?.child("w:pStyle");
  const style = file.styles.forParagraph(named?.attribute("w:val"), element);
  if (named && style === undefined) edits.remove(named);
  else if (named) edits.setAttribute(named, "w:val", style);
  const added = !named && style !== undefined ? `<w:pStyle w:val="${style}"/>` : "";
  addParagraphProperties(element, edits, added, file.sectionEnds.get(element) ?? "");
}

function rewriteParagraphId(element: XmlElement, edits: XmlEdits, file: SourceFile): void {
  const id = element.attribute("w14:paraId");
  if (id !== undefined) edits.setAttribute(element, "w14:paraId", file.paragraph(id));
}

function rewriteInstructionText(element: XmlElement, edits: XmlEdits, file: SourceFile): void {
  const instruction = element.text();
  const renamed = renamedInstruction(instruction, file);
  if (renamed !== instruction) edits.replace(element.openEnd, element.closeStart, escapeXmlText(renamed));
}

function rewriteShape(element: XmlElement, edits: XmlEdits, file: SourceFile): void {
  if (element.name === "v:shapetype") return;
  for (const name of ["id", "o:spid"]) {
    const id = element.attribute(name);
    if (id !== undefined) edits.setAttribute(element, name, file.shape(id));
  }
}
