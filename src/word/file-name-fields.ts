import type { XmlEdits } from "../office/xml-edits.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import type { XmlElement } from "../office/xml-tree.ts";

const FILE_NAME = /^\s*FILENAME\b/i;

/**
 * Writes a file's name in place of its FILENAME fields (ECMA-376 Part 1, 17.16.5.17): in the combined document they
 * would show that document's name. Fields that are spread over paragraphs, or hold other fields, stay.
 * @param root whose paragraphs they are in
 */
export function writeFileName(root: XmlElement, edits: XmlEdits, name: string): void {
  if (!/FILENAME/i.test(root.source)) return;
  for (const field of root.descendants("w:fldSimple"))
    if (FILE_NAME.test(field.attribute("w:instr") ?? ""))
      edits.replace(field.start, field.end, nameRun(field.child("w:r"), name));
  for (const paragraph of root.descendants("w:p")) replaceComplexFields(paragraph, edits, name);
}

/** Runs between `begin` and `end`. */
function replaceComplexFields(paragraph: XmlElement, edits: XmlEdits, name: string): void {
  let field: { runs: XmlElement[]; instruction: string; shown: XmlElement | undefined } | undefined;
  for (const run of paragraph.elements()) {
    const mark = run.child("w:fldChar")?.attribute("w:fldCharType");
    // A field in a field, or something other than runs in it: what has begun is not a plain field.
    if (mark === "begin") field = { runs: [], instruction: "", shown: undefined };
    if (!field) continue;
    if (run.name !== "w:r") {
      if (run.name !== "w:proofErr") field = undefined;
      continue;
    }
    field.runs.push(run);
    field.instruction += run.child("w:instrText")?.text() ?? "";
    if (run.child("w:t")) field.shown ??= run;
    if (mark !== "end") continue;
    if (FILE_NAME.test(field.instruction)) {
      const [first, ...others] = field.runs;
      if (first) edits.replace(first.start, first.end, nameRun(field.shown ?? first, name));
      for (const other of others) edits.remove(other);
    }
    field = undefined;
  }
}

function nameRun(like: XmlElement | undefined, name: string): string {
  return `<w:r>${like?.child("w:rPr")?.outer() ?? ""}<w:t xml:space="preserve">${escapeXmlText(name)}</w:t></w:r>`;
}
