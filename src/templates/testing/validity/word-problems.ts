import { present } from "../../../domain/present.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { type CheckedPackage, reportRepeated } from "./package-problems.ts";

const STORY = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments)[^/]*\.xml$/;

/** What makes Word repair a document: tables, fields, bookmarks, notes, lists, ids (ECMA-376 Part 1, 17). */
export function checkWordDocument(checked: CheckedPackage): void {
  const stories = [...checked.roots()].filter(([name]) => STORY.test(name));
  const all = (name: string) =>
    stories.flatMap(([part, root]) => [...root.descendants(name)].map((element) => ({ part, element })));
  for (const [part, root] of stories) {
    checkBlocks(checked, part, root);
    checkFields(checked, part, root);
    checkPairs(checked, part, root, "w:bookmarkStart", "w:bookmarkEnd");
    checkPairs(checked, part, root, "w:commentRangeStart", "w:commentRangeEnd");
  }
  const ids = (name: string, attribute: string) => all(name).map(({ element }) => element.attribute(attribute));
  reportRepeated(checked, "word", "the bookmark id", ids("w:bookmarkStart", "w:id"));
  reportRepeated(checked, "word", "the bookmark", ids("w:bookmarkStart", "w:name"));
  reportRepeated(checked, "word", "the paragraph id", ids("w:p", "w14:paraId"));
  // Both branches of alternate content draw the same picture.
  const drawn = all("wp:docPr").filter(({ element }) => !isFallback(element));
  reportRepeated(
    checked,
    "word",
    "the drawing id",
    drawn.map(({ element }) => element.attribute("id")),
  );
  const controls = all("w:sdtPr").filter(({ element }) => !isFallback(element));
  reportRepeated(
    checked,
    "word",
    "the control id",
    controls.map(({ element }) => element.child("w:id")?.attribute("w:val")),
  );
  for (const { part, element } of all("w:p")) {
    const id = element.attribute("w14:paraId");
    if (id !== undefined && !(Number.parseInt(id, 16) > 0 && Number.parseInt(id, 16) < 0x8000_0000))
      checked.report(part, `the paragraph id ${id} is out of range`);
  }
  checkNotes(checked, all("w:footnoteReference"), "word/footnotes.xml", "w:footnote");
  checkNotes(checked, all("w:endnoteReference"), "word/endnotes.xml", "w:endnote");
  checkNotes(checked, all("w:commentReference"), "word/comments.xml", "w:comment");
  checkLists(checked, all("w:numId"));
}

function isFallback(element: XmlElement): boolean {
  for (let each: XmlElement | undefined = element; each; each = each.parent)
    if (each.name === "mc:Fallback") return true;
  return false;
}

const BLOCKS = /^w:(?:p|tbl|sdt|customXml|altChunk)$/;

function checkBlocks(checked: CheckedPackage, part: string, root: XmlElement): void {
  for (const element of root.descendants()) {
    const children = element.elements();
    switch (element.name) {
      case "w:p": {
        const holder = present(element.parent).name;
        if (
          !/^w:(?:body|tc|hdr|ftr|footnote|endnote|comment|txbxContent|sdtContent|customXml|docPartBody|ins|del)$/.test(
            holder,
          )
        )
          checked.report(part, `a paragraph stands in <${holder}>`);
        if (children.some(({ name }, index) => name === "w:pPr" && index > 0))
          checked.report(part, "<w:pPr> is not first in its paragraph");
        break;
      }
      case "w:r":
        if (children.some(({ name }, index) => name === "w:rPr" && index > 0))
          checked.report(part, "<w:rPr> is not first in its run");
        if (present(element.parent).name === "w:r") checked.report(part, "a run stands in a run");
        break;
      case "w:hyperlink":
        if ([...element.descendants("w:hyperlink")].length > 0) checked.report(part, "a link stands in a link");
        break;
      case "w:tc":
        if (children.at(-1)?.name !== "w:p" && children.at(-1)?.name !== "w:sdt")
          checked.report(part, "a cell does not end with a paragraph");
        break;
      case "w:footnote":
      case "w:endnote":
      case "w:comment":
      case "w:txbxContent":
      case "w:hdr":
      case "w:ftr":
        if (!children.some(({ name }) => BLOCKS.test(name))) checked.report(part, `<${element.name}> is empty`);
        break;
      case "w:sdt":
        if (!element.child("w:sdtContent")) checked.report(part, "a content control has no content");
        break;
      case "w:body":
        if (children.slice(0, -1).some(({ name }) => name === "w:sectPr"))
          checked.report(part, "the section's properties are not last in the body");
        break;
      case "w:tbl":
        checkTable(checked, part, element);
    }
  }
}

const WRAPPERS = /^w:(?:sdt|sdtContent|customXml|ins|del|moveTo|moveFrom)$/;

function inside(element: XmlElement, name: string): XmlElement[] {
  return element
    .elements()
    .flatMap((child) => (child.name === name ? [child] : WRAPPERS.test(child.name) ? inside(child, name) : []));
}

function checkTable(checked: CheckedPackage, part: string, table: XmlElement): void {
  const columns = table.child("w:tblGrid")?.elements("w:gridCol").length ?? 0;
  const rows = inside(table, "w:tr");
  if (!table.child("w:tblPr")) checked.report(part, "a table has no properties");
  if (!table.child("w:tblGrid")) checked.report(part, "a table has no grid");
  if (rows.length === 0) checked.report(part, "a table has no rows");
  const value = (element: XmlElement | undefined, name: string) =>
    Number(element?.child(name)?.attribute("w:val") ?? 0);
  for (const row of rows) {
    const properties = row.child("w:trPr");
    const cells = inside(row, "w:tc");
    if (cells.length === 0) checked.report(part, "a row has no cells");
    const spanned = cells.reduce((sum, cell) => sum + (value(cell.child("w:tcPr"), "w:gridSpan") || 1), 0);
    const width = spanned + value(properties, "w:gridBefore") + value(properties, "w:gridAfter");
    if (width > columns) checked.report(part, `a row spans ${width} columns of ${columns}`);
  }
}

function checkFields(checked: CheckedPackage, part: string, root: XmlElement): void {
  const open: string[] = [];
  for (const element of root.descendants("w:fldChar")) {
    const type = element.attribute("w:fldCharType");
    if (type === "begin") open.push("begin");
    else if (open.length === 0) checked.report(part, `a field has no beginning before its ${type}`);
    else if (type === "end") open.pop();
    else if (open.at(-1) === "separate") checked.report(part, "a field is separated twice");
    else open[open.length - 1] = "separate";
  }
  if (open.length > 0) checked.report(part, "a field does not end");
}

function checkPairs(checked: CheckedPackage, part: string, root: XmlElement, start: string, end: string): void {
  const open = new Map<string, number>();
  for (const element of root.descendants()) {
    if (element.name !== start && element.name !== end) continue;
    const id = element.attribute("w:id") ?? "";
    if (element.name === start) open.set(id, 1);
    else if (open.get(id) !== 1) checked.report(part, `<${end}> ${id} ends what has not begun`);
    else open.set(id, 2);
  }
  for (const [id, state] of open) if (state === 1) checked.report(part, `<${start}> ${id} does not end`);
}

function checkNotes(
  checked: CheckedPackage,
  references: readonly { part: string; element: XmlElement }[],
  notesPart: string,
  name: string,
): void {
  const notes = checked.root(notesPart)?.elements(name) ?? [];
  const ids = notes.map((note) => note.attribute("w:id"));
  reportRepeated(checked, notesPart, "the note", ids);
  for (const { part, element } of references)
    if (!ids.includes(element.attribute("w:id")))
      checked.report(part, `${name} ${element.attribute("w:id")} is missing`);
  reportRepeated(
    checked,
    notesPart,
    "the reference to note",
    references.map(({ element }) => element.attribute("w:id")),
  );
}

function checkLists(checked: CheckedPackage, used: readonly { part: string; element: XmlElement }[]): void {
  const numbering = checked.root("word/numbering.xml");
  const lists = numbering?.elements("w:num") ?? [];
  const abstract = numbering?.elements("w:abstractNum") ?? [];
  const abstractIds = abstract.map((each) => each.attribute("w:abstractNumId"));
  const ids = lists.map((each) => each.attribute("w:numId"));
  reportRepeated(checked, "word/numbering.xml", "the list", ids);
  reportRepeated(checked, "word/numbering.xml", "the list's definition", abstractIds);
  for (const list of lists)
    if (!abstractIds.includes(list.child("w:abstractNumId")?.attribute("w:val")))
      checked.report("word/numbering.xml", `the list ${list.attribute("w:numId")} has no definition`);
  for (const { part, element } of used) {
    const id = element.attribute("w:val");
    if (id !== "0" && !ids.includes(id)) checked.report(part, `the list ${id} is missing`);
  }
}
