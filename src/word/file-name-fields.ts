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
  const text = `<w:t xml:space="preserve">${escapeXmlText(name)}</w:t>`;
  for (const field of root.descendants("w:fldSimple"))
    if (FILE_NAME.test(field.attribute("w:instr") ?? "")) replaceSimpleField(field, edits, text);
  for (const paragraph of root.descendants("w:p")) replaceComplexFields(paragraph, edits, text);
}

function replaceSimpleField(field: XmlElement, edits: XmlEdits, text: string): void {
  const shown = field.child("w:r");
  if (!shown) {
    edits.replace(field.start, field.end, `<w:r>${text}</w:r>`);
    return;
  }
  edits.replace(field.start, shown.start, "");
  edits.replace(shown.end, field.end, "");
  showOnly(shown, edits, text);
}

/** Runs between `begin` and `end`. */
function replaceComplexFields(paragraph: XmlElement, edits: XmlEdits, text: string): void {
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
      const shown = field.shown ?? field.runs[0];
      for (const each of field.runs)
        if (each === shown) showOnly(each, edits, text);
        else edits.remove(each);
    }
    field = undefined;
  }
}

/** Puts a text in place of a run's content. Its look stays where it is, to be rewritten with what is around it. */
function showOnly(run: XmlElement, edits: XmlEdits, text: string): void {
  for (const content of run.elements()) if (content.name !== "w:rPr") edits.remove(content);
  edits.append(run, text);
}
