/** Markup compatibility (ECMA-376 part 3) on slides. */
import { child, findFirst, type XmlNode } from "../../office/xml-node.ts";

/** Extensions that change nothing about how the objects in them are read. */
const UNDERSTOOD = /^(a14|a16|p14|p15|p16|wp14|asvg|c14|c15|cx\d?|v)$/;

/** The objects to read in place of an element: itself, or those of the alternative that can be shown. */
export function alternatives(element: XmlNode): XmlNode[] {
  if (element.name !== "mc:AlternateContent") return [element];
  const fallback = child(element, "mc:Fallback")?.children ?? [];
  const choice = element.children.find(
    (candidate) =>
      candidate.name === "mc:Choice" &&
      (candidate.attributes.Requires ?? "").split(/\s+/).every((prefix) => UNDERSTOOD.test(prefix)),
  );
  // Embedded objects have their picture in the fallback.
  const isObject = choice !== undefined && findFirst(choice, "p:oleObj") !== undefined;
  const chosen = choice && !(isObject && fallback.length > 0) ? choice.children : fallback;
  return chosen.flatMap(alternatives);
}
