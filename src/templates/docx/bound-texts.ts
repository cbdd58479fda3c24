import { parseXml, type XmlElement } from "../../office/xml-tree.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { storeId } from "./data-stores.ts";

/** Stores that every document has: its properties (MS-OI29500 2.1.490). */
const OWN_STORES: readonly (readonly [id: string, type: RegExp])[] = [
  ["{6C3C8BC8-F283-45AE-878A-BAB7291924A1}", /core-properties\+xml$/],
  ["{6668398D-A668-4E3E-A5EB-62B293D839F1}", /extended-properties\+xml$/],
];

/** The texts with tags that content controls show, because they are bound to a place in a store of data. */
export class BoundTexts {
  readonly #source: OfficePackage;
  readonly #parts: ReadonlyMap<string, string>;
  readonly #roots = new Map<string, XmlElement>();

  /** @param stores parts with custom data that are merged */
  constructor(source: OfficePackage, stores: readonly string[]) {
    this.#source = source;
    const own = OWN_STORES.flatMap(([id, type]) =>
      source.contentTypes.partsOf((each) => type.test(each)).map((part) => [id, part] as const),
    );
    const custom = stores.map((part) => [storeId(source, part), part] as const);
    this.#parts = new Map([...own, ...custom].filter(([, part]) => source.text(part)?.includes("{$")));
  }

  /** What the store holds for a control with these properties (ISO/IEC 29500-1, 17.5.2.6); undefined without tags. */
  of(properties: string): string | undefined {
    if (this.#parts.size === 0) return undefined;
    const binding = /<w:dataBinding\b[^>]*>/.exec(properties)?.[0] ?? "";
    const part = this.#parts.get((/\sw:storeItemID="([^"]*)"/.exec(binding)?.[1] ?? "").toUpperCase());
    const path = /\sw:xpath="([^"]*)"/.exec(binding)?.[1];
    if (part === undefined || path === undefined) return undefined;
    const text = elementAt(this.#root(part), path)?.text();
    return text?.includes("{$") ? text : undefined;
  }

  #root(part: string): XmlElement {
    const root = this.#roots.get(part) ?? parseXml(this.#source.text(part) ?? "<none/>");
    this.#roots.set(part, root);
    return root;
  }
}

/** The element that a path of names and numbers leads to, such as `/ns0:letter[1]/ns0:name[1]`: all that Word writes. */
function elementAt(root: XmlElement, path: string): XmlElement | undefined {
  const steps = path
    .replace(/\/text\(\)$/, "")
    .split("/")
    .slice(1);
  let level = [root];
  let found: XmlElement | undefined;
  for (const step of steps) {
    const [, name, number = "1"] = /^(?:[\w.-]+:)?([\p{L}_][\p{L}\p{N}_.-]*)(?:\[(\d+)\])?$/u.exec(step.trim()) ?? [];
    found = level.filter((element) => element.name.slice(element.name.indexOf(":") + 1) === name)[Number(number) - 1];
    if (!found) return undefined;
    level = found.elements();
  }
  return found;
}
