import type { XmlEdits } from "../../../office/xml-edits.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { propertiesOf, runsOf } from "./run-markup.ts";
import { type Field, type Story, visibleText } from "./story.ts";
import { writeChosen } from "./write-chosen.ts";

/** Puts the results of fields into the markup of their part, and marks those that are dirty. */
export function writeFields(
  story: Story,
  edits: XmlEdits,
  rebuilt: ReadonlySet<Field>,
  notWritten: (field: Field) => void,
): void {
  for (const field of story.fields) {
    if (field.end < 0 || isWithin(field, rebuilt)) continue;
    if (field.chosen && writeChosen(story, field, field.chosen, edits)) continue;
    const isWritten = field.result === undefined || writeResult(story, field, field.result, edits);
    if (!isWritten) notWritten(field);
    if (field.isDirty || !isWritten) edits.setAttribute(field.mark, "w:dirty", "true");
  }
}

function isWithin(field: Field, rebuilt: ReadonlySet<Field>): boolean {
  for (let outer = field.parent; outer; outer = outer.parent)
    // The content of a field with a new result is gone with its old one, or it is written with it.
    if (rebuilt.has(outer) || outer.result !== undefined) return true;
  return false;
}

/** Whether the result could be put in place of the old one: both ends of it are in one paragraph. */
function writeResult(story: Story, field: Field, result: string, edits: XmlEdits): boolean {
  if (field.isSimple) return writeSimple(story, field, result, edits);
  const { atoms } = story;
  const beginRun = atoms[field.begin]?.run;
  const [start, end] = [atoms[field.separate ?? field.end], atoms[field.end]];
  if (!start || !end || !beginRun || !start.run || !end.run || start.paragraph !== end.paragraph) return false;
  if (field.separate === undefined) {
    if (end.run === beginRun) return false;
    const properties = propertiesOf(beginRun);
    const separate = `<w:r>${properties}<w:fldChar w:fldCharType="separate"/></w:r>`;
    edits.replace(end.run.start, end.run.start, separate + runsOf(result, properties));
    return true;
  }
  if (start.run === end.run) return false;
  if (visibleText({ ...story }, field.separate + 1, field.end) === result) return true;
  replaceRuns(runsBetween(story, field, start.run, end.run), start.run, result, edits);
  return true;
}

function writeSimple(story: Story, field: Field, result: string, edits: XmlEdits): boolean {
  if (field.separate !== undefined && visibleText(story, field.separate + 1, field.end) === result) return true;
  const runs = runsBetween(story, field, undefined, undefined);
  if (runs.length > 0) replaceRuns(runs, undefined, result, edits);
  else edits.append(field.mark, runsOf(result, ""));
  return true;
}

function runsBetween(
  { atoms }: Story,
  field: Field,
  first: XmlElement | undefined,
  last: XmlElement | undefined,
): XmlElement[] {
  const runs = new Set<XmlElement>();
  for (let index = (field.separate ?? field.begin) + 1; index < field.end; index++) {
    const run = atoms[index]?.run;
    if (run && run !== first && run !== last) runs.add(run);
  }
  return [...runs];
}

/** The first run with text gives its look; bookmarks between the runs stay. */
function replaceRuns(
  runs: readonly XmlElement[],
  before: XmlElement | undefined,
  result: string,
  edits: XmlEdits,
): void {
  const [first] = runs;
  const model = runs.find((run) => run.child("w:t")) ?? first ?? before;
  const written = runsOf(result, propertiesOf(model));
  if (first) edits.replace(first.start, first.end, written);
  else if (before) edits.replace(before.end, before.end, written);
  for (const run of runs.slice(1)) edits.remove(run);
}
