import { XmlEdits } from "../../office/xml-edits.ts";
import { parseXml } from "../../office/xml-tree.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { STORY_TYPES } from "./word-parts.ts";

/** Content controls that Google Docs puts around text when it writes a Word file; nobody made them. */
const WRAPPER = /^goog_rdk_/;

/** Takes wrappers away that only a program knows of, so that they are no walls for tags around them. */
export function unwrapControls(source: OfficePackage): void {
  const stories = source.contentTypes.partsOf((type) => STORY_TYPES.test(type));
  for (const part of new Set([source.mainPart(), ...stories])) {
    const xml = source.text(part);
    if (!xml?.includes("goog_rdk_")) continue;
    const edits = new XmlEdits(xml);
    for (const control of parseXml(xml).descendants("w:sdt")) {
      const tag = control.child("w:sdtPr")?.child("w:tag")?.attribute("w:val") ?? "";
      const content = control.child("w:sdtContent");
      if (!WRAPPER.test(tag)) continue;
      if (!content || content.selfClosing) edits.remove(control);
      else {
        edits.replace(control.start, content.openEnd, "");
        edits.replace(content.closeStart, control.end, "");
      }
    }
    source.rewrite(part, edits.toString());
  }
}
