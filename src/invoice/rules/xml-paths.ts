import type { XmlElement } from "../../pdf/xmp/xml-elements.ts";

/** Elements by their local names: `a/b` are the `b` in the `a` in an element. */
export function elementsAt(element: XmlElement, path: string): XmlElement[] {
  return path
    .split("/")
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter(({ local }) => local === name)),
      [element],
    );
}

export function textAt(element: XmlElement, path: string): string | undefined {
  return elementsAt(element, path)[0]?.text.trim();
}

/** All elements, each with those around it, the outermost first. */
export function* everyElement(
  element: XmlElement,
  above: readonly XmlElement[] = [],
): Generator<{ element: XmlElement; above: readonly XmlElement[] }> {
  yield { element, above };
  const around = [...above, element];
  for (const child of element.children) yield* everyElement(child, around);
}

export function attributeAt({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find(({ local }) => local === name)?.value;
}
