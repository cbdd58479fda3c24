import { present } from "../../../domain/present.ts";
import type { XmlElement } from "../../../office/xml-tree.ts";
import { type CheckedPackage, reportRepeated } from "./package-problems.ts";

/** What makes PowerPoint repair a presentation: lists of slides, sections, notes, tables, ids (ECMA-376 Part 1, 19). */
export function checkPresentation(checked: CheckedPackage): void {
  const [main] = checked.partsOf("presentation.main+xml");
  const root = main === undefined ? undefined : checked.root(main);
  if (main === undefined || !root) return;
  const relationships = checked.relationshipsOf(main);
  const entries = root.child("p:sldIdLst")?.elements("p:sldId") ?? [];
  const ids = entries.map((entry) => entry.attribute("id"));
  reportRepeated(checked, main, "the slide id", ids);
  for (const id of ids) if (!(Number(id) >= 256)) checked.report(main, `the slide id ${id} is below 256`);
  const slides = entries.flatMap((entry) => {
    const relationship = relationships.byId(entry.attribute("r:id") ?? "");
    return (relationship && relationships.targetPart(relationship)) ?? [];
  });
  reportRepeated(checked, main, "the slide", slides);
  for (const part of checked.partsOf("presentationml.slide+xml"))
    if (!slides.includes(part)) checked.report(part, "the slide is in no list");
  const sectioned = [...root.descendants("p14:sldId")].map((entry) => entry.attribute("id"));
  reportRepeated(checked, main, "the slide in sections", sectioned);
  for (const id of sectioned) if (!ids.includes(id)) checked.report(main, `a section holds the missing slide ${id}`);
  if (sectioned.length > 0 && sectioned.join() !== ids.filter((id) => sectioned.includes(id)).join())
    checked.report(main, "the sections are not in the order of the slides");
  if ([...root.descendants("p14:section")].length > 0)
    for (const id of ids) if (!sectioned.includes(id)) checked.report(main, `the slide ${id} is in no section`);
  const notes = slides.flatMap((slide) => {
    const related = checked.relationshipsOf(slide);
    return related.ofType("notesSlide").flatMap((item) => {
      const part = present(related.targetPart(item));
      const back = checked.relationshipsOf(part);
      if (!back.ofType("slide").some((each) => back.targetPart(each) === slide))
        checked.report(part, `the notes do not point back to ${slide}`);
      return part;
    });
  });
  reportRepeated(checked, main, "the notes page", notes);
  for (const slide of [...slides, ...notes]) {
    const tree = checked.root(slide);
    if (tree) checkShapes(checked, slide, tree);
  }
}

function checkShapes(checked: CheckedPackage, part: string, root: XmlElement): void {
  const ids = [...root.descendants("p:cNvPr")].filter((element) => !isFallback(element));
  reportRepeated(
    checked,
    part,
    "the shape id",
    ids.map((element) => element.attribute("id")),
  );
  for (const body of root.descendants())
    if (/^[ap]:txBody$/.test(body.name) && body.elements("a:p").length === 0)
      checked.report(part, "a text body has no paragraph");
  for (const table of root.descendants("a:tbl")) {
    const columns = table.child("a:tblGrid")?.elements("a:gridCol").length ?? 0;
    const rows = table.elements("a:tr");
    if (rows.length === 0) checked.report(part, "a table has no rows");
    for (const row of rows) {
      const cells = row.elements("a:tc").length;
      if (cells !== columns) checked.report(part, `a row has ${cells} cells in ${columns} columns`);
    }
  }
}

function isFallback(element: XmlElement): boolean {
  for (let each: XmlElement | undefined = element; each; each = each.parent)
    if (each.name === "mc:Fallback") return true;
  return false;
}
