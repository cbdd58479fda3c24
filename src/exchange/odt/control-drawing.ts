/** Controls of forms among the text: groups of shapes (`wpg:wgp`). */

import { element, valued } from "../../binary/doc/xml-writer.ts";
import { escapeXmlText } from "../../office/xml-text.ts";
import type { Extent } from "../open-document/pictures.ts";
import { type ControlPart, type ControlText, partIdentityXml } from "../open-drawing/control-parts.ts";
import { textPropertiesXml } from "./text-format.ts";

const GROUP_URI = "http://schemas.microsoft.com/office/word/2010/wordprocessingGroup";

/** `a:graphicData`. */
export function controlXml(parts: readonly ControlPart[], extent: Extent): string {
  const whole = element("a:off", { x: 0, y: 0 }) + element("a:ext", { ...extent });
  const children = element("a:chOff", { x: 0, y: 0 }) + element("a:chExt", { ...extent });
  const group = element("wpg:grpSpPr", {}, element("a:xfrm", {}, whole + children));
  return element("a:graphicData", { uri: GROUP_URI }, element("wpg:wgp", {}, group + parts.map(partXml).join("")));
}

function partXml(part: ControlPart): string {
  const { x, y, width, height, appearance, text } = part;
  const place =
    element("a:off", { x: Math.round(x), y: Math.round(y) }) +
    element("a:ext", { cx: Math.max(1, Math.round(width)), cy: Math.max(1, Math.round(height)) });
  const properties = element("wps:spPr", {}, element("a:xfrm", {}, place) + appearance);
  return element(
    "wps:wsp",
    {},
    `${partIdentityXml("wps:cNvPr", 1, part)}<wps:cNvSpPr/>${properties}${text ? textXml(text) : "<wps:bodyPr/>"}`,
  );
}

function textXml({ lines, said, align, anchor, wraps, inset }: ControlText): string {
  const format = element("w:rPr", {}, textPropertiesXml(said, said));
  const paragraph =
    element("w:spacing", { "w:before": 0, "w:after": 0, "w:line": 240, "w:lineRule": "auto" }) +
    element("w:ind", { "w:left": 0, "w:right": 0, "w:firstLine": 0 }) +
    valued("w:jc", align) +
    format;
  const blocks = lines.map((line) => {
    const run = element("w:r", {}, `${format}<w:t xml:space="preserve">${escapeXmlText(line)}</w:t>`);
    return element("w:p", {}, element("w:pPr", {}, paragraph) + (line === "" ? "" : run));
  });
  const sides = { lIns: inset, tIns: 0, rIns: inset, bIns: 0 };
  return (
    element("wps:txbx", {}, element("w:txbxContent", {}, blocks.join(""))) +
    element("wps:bodyPr", { ...sides, wrap: wraps ? "square" : "none", anchor })
  );
}
