/** What cells hold beside a value that old programs know, by their value metadata (ECMA-376 part 1, 18.9; MS-XLSX 2.6.205). */
import type { OpcPackage } from "../../../office/package.ts";
import { localName, type XmlNode } from "../../../office/xml-node.ts";

/** A picture in a cell, or the text of a linked data type. */
export type RichValue = { kind: "picture"; part: string; altText: string } | { kind: "text"; text: string };

/** The rich values of a workbook, by the 1-based number of the metadata that cells name. */
export class RichValues {
  readonly #pack: OpcPackage;
  readonly #main: string;
  #read: readonly (RichValue | undefined)[] | undefined;

  constructor(pack: OpcPackage) {
    this.#pack = pack;
    this.#main = pack.targetOfType("", "officeDocument") ?? "xl/workbook.xml";
  }

  of(valueMetadata: number): RichValue | undefined {
    this.#read ??= this.#values();
    return this.#read[valueMetadata - 1];
  }

  #values(): (RichValue | undefined)[] {
    const metadata = this.#root("sheetMetadata");
    const types = named(named(metadata, "metadataTypes")[0], "metadataType").map(({ attributes }) => attributes.name);
    const future = named(metadata, "futureMetadata").find(({ attributes }) => attributes.name === RICH_VALUE);
    const indexes = named(future, "bk").map((block) => Number(find(block, "rvb")?.attributes.i));
    const values = named(this.#root("rdRichValue"), "rv").map((value) => this.#valueOf(value));
    return named(named(metadata, "valueMetadata")[0], "bk").map((block) => {
      const record = named(block, "rc").find(({ attributes }) => types[Number(attributes.t) - 1] === RICH_VALUE);
      return record && values[indexes[Number(record.attributes.v)] ?? -1];
    });
  }

  #valueOf(value: XmlNode): RichValue | undefined {
    const structure = named(this.#root("rdRichValueStructure"), "s")[Number(value.attributes.s ?? 0)];
    const texts = named(value, "v").map(({ text }) => text);
    const keyed = new Map(
      named(structure, "k").map(({ attributes }, index) => [attributes.n ?? "", texts[index] ?? ""]),
    );
    const local = keyed.get("_rvRel:LocalImageIdentifier");
    const web = keyed.get("WebImageIdentifier");
    const image =
      local !== undefined
        ? this.#target("richValueRel", (root) => named(root, "rel")[Number(local)])
        : web !== undefined
          ? this.#target("rdRichValueWebImage", (root) => {
              const image = named(root, "webImageSrd")[Number(web)];
              return image && find(image, "blip");
            })
          : undefined;
    if (image !== undefined) return { kind: "picture", part: image, altText: keyed.get("Text") ?? "" };
    const text = keyed.get("_DisplayString");
    return text === undefined ? undefined : { kind: "text", text };
  }

  #target(type: string, choose: (root: XmlNode | undefined) => XmlNode | undefined): string | undefined {
    const part = this.#pack.targetOfType(this.#main, type);
    const chosen = choose(this.#root(type));
    const id = Object.entries(chosen?.attributes ?? {}).find(([name]) => localNameOf(name) === "id")?.[1];
    const relationship = part === undefined ? undefined : this.#pack.relationships(part).get(id ?? "");
    return relationship && !relationship.external ? relationship.target : undefined;
  }

  readonly #roots = new Map<string, XmlNode | undefined>();

  #root(type: string): XmlNode | undefined {
    if (!this.#roots.has(type)) this.#roots.set(type, this.#pack.xml(this.#pack.targetOfType(this.#main, type)));
    return this.#roots.get(type);
  }
}

const RICH_VALUE = "XLRICHVALUE";

const localNameOf = (name: string): string => name.slice(name.indexOf(":") + 1);

const named = (node: XmlNode | undefined, name: string): XmlNode[] =>
  (node?.children ?? []).filter((child) => localName(child) === name);

function find(node: XmlNode, name: string): XmlNode | undefined {
  if (localName(node) === name) return node;
  for (const each of node.children) {
    const found = find(each, name);
    if (found) return found;
  }
  return undefined;
}
