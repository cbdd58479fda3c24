import type { XmlElement } from "../office/xml-tree.ts";
import { rankIn, SECTION_PROPERTIES } from "./property-order.ts";

export type StoryKind = "header" | "footer";
export type PageKind = "default" | "first" | "even";

/** US Letter with margins of an inch: Word's default for a document that states nothing. */
const PLAIN_PAGE =
  '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/>';

/** Properties of one section (ECMA-376 Part 1, 17.6.17) on their way into another document. */
export class SectionProperties {
  /** Relationship ids of headers and footers, by kind and page: `header/default`. */
  readonly stories = new Map<string, string>();
  readonly #members = new Map<string, string>();
  readonly #attributes: string;

  /**
   * @param element undefined for a document that has no section of its own
   * @param member markup of a member as it is to be written
   */
  constructor(element: XmlElement | undefined, member: (element: XmlElement) => string) {
    const opening = element?.source.slice(element.start + element.name.length + 1, element.openEnd) ?? "";
    this.#attributes = opening.replace(/\/?>$/, "").trimEnd();
    for (const child of element?.elements() ?? []) {
      const kind = /^w:(header|footer)Reference$/.exec(child.name)?.[1];
      const id = child.attribute("r:id");
      if (kind === undefined) this.#members.set(child.name, member(child));
      else if (id !== undefined) this.stories.set(`${kind}/${child.attribute("w:type") ?? "default"}`, id);
    }
    if (!this.#members.has("w:pgSz")) this.#members.set("w:pgSz", PLAIN_PAGE.slice(0, PLAIN_PAGE.indexOf("<w:pgMar")));
    if (!this.#members.has("w:pgMar")) this.#members.set("w:pgMar", PLAIN_PAGE.slice(PLAIN_PAGE.indexOf("<w:pgMar")));
  }

  get(name: string): string | undefined {
    return this.#members.get(name);
  }

  /** Sets a member, or removes it. */
  set(name: string, markup: string | undefined): void {
    if (markup === undefined) this.#members.delete(name);
    else this.#members.set(name, markup);
  }

  /** The element, its members in the order of the schema. */
  toXml(): string {
    const stories = [...this.stories].map(([key, id]) => {
      const [kind, page] = key.split("/");
      return `<w:${kind}Reference w:type="${page}" r:id="${id}"/>`;
    });
    const members = [...this.#members]
      .sort(([left], [right]) => rankIn(SECTION_PROPERTIES, left) - rankIn(SECTION_PROPERTIES, right))
      .map(([, markup]) => markup);
    return `<w:sectPr${this.#attributes}>${stories.join("")}${members.join("")}</w:sectPr>`;
  }
}
