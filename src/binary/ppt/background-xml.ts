/** Backgrounds of masters and slides -> `p:bg`. */
import { fillXml } from "../officeart/fill-xml.ts";
import type { SlideBase } from "./presentation-reader.ts";
import type { SlidePart } from "./slide-part.ts";

/** Empty when the master's is shown. */
export function backgroundXml({ drawing, showsMasterBackground }: SlideBase, part: SlidePart): string {
  const { background } = drawing;
  if (showsMasterBackground || !background) return "";
  return `<p:bg><p:bgPr>${fillXml(part.propertiesOf(background), part)}<a:effectLst/></p:bgPr></p:bg>`;
}
