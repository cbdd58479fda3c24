/** Document settings that change layout (ECMA-376 part 1, 17.15). */

import { isOn } from "../../office/on-off.ts";
import { child, childrenNamed, type XmlNode } from "../../office/xml-node.ts";
import { readEquationAlignment } from "../math/math-inline.ts";
import type { DocumentSettings } from "../model/document-settings.ts";
import { integer, twipsToPoints } from "../model/units.ts";
import { readNoteNumbering } from "./section-properties.ts";

export function readSettings(root: XmlNode | undefined): DocumentSettings {
  const flag = (name: string) => {
    const element = child(root, name);
    return element !== undefined && isOn(element.attributes["w:val"]);
  };
  const compatElement = child(root, "w:compat");
  const compat = new Set<string>();
  let compatibilityMode = 12;
  for (const element of compatElement?.children ?? []) {
    if (element.name !== "w:compatSetting") {
      if (isOn(element.attributes["w:val"])) compat.add(element.name.slice(2));
    } else if (element.attributes["w:name"] === "compatibilityMode") {
      compatibilityMode = integer(element.attributes["w:val"]) ?? 12;
    } else if (isOn(element.attributes["w:val"])) compat.add(element.attributes["w:name"] ?? "");
  }
  const colorMapping: Record<string, string> = {};
  for (const [name, value] of Object.entries(child(root, "w:clrSchemeMapping")?.attributes ?? {})) {
    const mapped = name.replace(/^w:/, "");
    colorMapping[MAPPING_KEYS[mapped] ?? mapped] = MAPPING_SLOTS[value] ?? value;
  }
  return {
    evenAndOddHeaders: flag("w:evenAndOddHeaders"),
    mirrorMargins: flag("w:mirrorMargins"),
    defaultTabPt: twipsToPoints(childrenNamed(root, "w:defaultTabStop")[0]?.attributes["w:val"]) || 36,
    autoHyphenation: flag("w:autoHyphenation"),
    hyphenationZonePt: twipsToPoints(child(root, "w:hyphenationZone")?.attributes["w:val"]) ?? 18,
    consecutiveHyphenLimit: integer(child(root, "w:consecutiveHyphenLimit")?.attributes["w:val"]) ?? 0,
    doNotHyphenateCaps: flag("w:doNotHyphenateCaps"),
    compatibilityMode,
    compat,
    colorMapping,
    eastAsianLanguage: child(root, "w:themeFontLang")?.attributes["w:eastAsia"] ?? "",
    complexLanguage: child(root, "w:themeFontLang")?.attributes["w:bidi"] ?? "",
    footnotes: readNoteNumbering(child(root, "w:footnotePr")),
    endnotes: readNoteNumbering(child(root, "w:endnotePr")),
    equationAlignment: readEquationAlignment(child(child(root, "m:mathPr"), "m:defJc")) ?? "center",
    characterSpacingControl: child(root, "w:characterSpacingControl")?.attributes["w:val"] ?? "doNotCompress",
  };
}

const MAPPING_KEYS: Readonly<Record<string, string>> = {
  t1: "tx1",
  t2: "tx2",
  hyperlink: "hlink",
  followedHyperlink: "folHlink",
};
const MAPPING_SLOTS: Readonly<Record<string, string>> = {
  dark1: "dk1",
  light1: "lt1",
  dark2: "dk2",
  light2: "lt2",
  hyperlink: "hlink",
  followedHyperlink: "folHlink",
};
