import { escapeXmlText } from "./xml-text.ts";
import { parseXml } from "./xml-tree.ts";

/** Name of the part that types all others (ECMA-376 Part 2, 6.2.3). */
export const CONTENT_TYPES_PART = "[Content_Types].xml";

const NAMESPACE = "http://schemas.openxmlformats.org/package/2006/content-types";

/** Media types of the parts of a package: a default by extension, an override by part. */
export class ContentTypes {
  readonly #defaults = new Map<string, string>();
  readonly #overrides = new Map<string, string>();
  #changed = false;

  static parse(xml: string): ContentTypes {
    const types = new ContentTypes();
    for (const element of parseXml(xml).elements()) {
      const type = element.attribute("ContentType") ?? "";
      const name = element.name.replace(/^.*:/, "");
      if (name === "Default") types.#defaults.set((element.attribute("Extension") ?? "").toLowerCase(), type);
      if (name === "Override") types.#overrides.set((element.attribute("PartName") ?? "").replace(/^\//, ""), type);
    }
    return types;
  }

  get changed(): boolean {
    return this.#changed;
  }

  of(partName: string): string | undefined {
    return (
      this.#overrides.get(partName) ?? this.#defaults.get(partName.slice(partName.lastIndexOf(".") + 1).toLowerCase())
    );
  }

  /** Parts whose media type passes the test. */
  partsOf(matches: (type: string) => boolean): string[] {
    return [...this.#overrides].filter(([, type]) => matches(type)).map(([name]) => name);
  }

  /** True when a media type, of a part or of all parts with an extension, passes the test. */
  names(matches: (type: string) => boolean): boolean {
    return [...this.#overrides.values(), ...this.#defaults.values()].some(matches);
  }

  setDefault(extension: string, type: string): void {
    if (this.#defaults.get(extension) === type) return;
    this.#defaults.set(extension, type);
    this.#changed = true;
  }

  setOverride(partName: string, type: string): void {
    if (this.#overrides.get(partName) === type) return;
    this.#overrides.set(partName, type);
    this.#changed = true;
  }

  remove(partName: string): void {
    if (this.#overrides.delete(partName)) this.#changed = true;
  }

  /** Forgets the types of parts that are not there, and those of extensions that no part has. */
  keepOnly(partNames: Iterable<string>): void {
    const names = new Set<string>();
    const extensions = new Set(["rels", "xml"]);
    for (const name of partNames) {
      names.add(name.toLowerCase());
      extensions.add(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
    }
    for (const name of [...this.#overrides.keys()]) if (!names.has(name.toLowerCase())) this.remove(name);
    for (const extension of [...this.#defaults.keys()])
      if (!extensions.has(extension) && this.#defaults.delete(extension)) this.#changed = true;
  }

  toXml(): string {
    const defaults = [...this.#defaults].map(
      ([extension, type]) => `<Default Extension="${escapeXmlText(extension)}" ContentType="${escapeXmlText(type)}"/>`,
    );
    const overrides = [...this.#overrides].map(
      ([name, type]) => `<Override PartName="/${escapeXmlText(name)}" ContentType="${escapeXmlText(type)}"/>`,
    );
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="${NAMESPACE}">${defaults.join("")}${overrides.join("")}</Types>`;
  }
}
