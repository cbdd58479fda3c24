/** Markup compatibility (ECMA-376 part 3): which alternative is read. */
import { child, type XmlNode } from "./xml-node.ts";

/** Chooses between `mc:Choice` and `mc:Fallback`: drawings are understood, anything else falls back. */
export function alternateContent(element: XmlNode): XmlNode | undefined {
  for (const choice of element.children) {
    if (choice.name !== "mc:Choice") continue;
    const requires = (choice.attributes.Requires ?? "").split(/\s+/);
    if (requires.every((prefix) => /^(wps|wpg|wpc|wp14|w14|w15|a14|c14|cx\d?|asvg|v|aink)$/.test(prefix))) {
      if (requires.includes("aink")) continue;
      return choice;
    }
  }
  return child(element, "mc:Fallback");
}
