import { attributesOf } from "../office/xml-edits.ts";
import type { XmlElement } from "../office/xml-tree.ts";

/** An element in a form that is equal for equal content: sorted attributes, no blanks between elements, no revision ids. */
export function canonicalMarkup(element: XmlElement): string {
  const attributes = attributesOf(element)
    .filter(({ name }) => !/^(?:w:rsid\w*|xmlns.*)$/.test(name))
    .map(({ name, value }) => `${name}=${JSON.stringify(value)}`)
    .sort();
  const children = element.elements().map(canonicalMarkup);
  const content = children.length > 0 ? children.join("") : element.text();
  return `<${element.name} ${attributes.join(" ")}>${content}</>`;
}
