import type { XmlEdits } from "../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";
import { RootNamespaces } from "./root-namespaces.ts";
import type { WordOutput } from "./word-output.ts";

/** One part of the combined document beside the main one; it exists from the moment it is requested. */
export class DestinationPart {
  readonly name: string;
  readonly root: XmlElement;
  readonly namespaces: RootNamespaces;

  readonly #output: WordOutput;

  /**
   * @param type last segment of the relationship's type
   * @param empty the part's text if the base has none
   */
  constructor(output: WordOutput, type: string, empty: string) {
    this.#output = output;
    this.name = output.partOfMain(type, empty);
    this.root = parseXml(output.text(this.name) ?? empty);
    this.namespaces = new RootNamespaces(this.root);
  }

  /** The highest number that the root's children of a name have in an attribute, at least `least`. */
  highest(child: string, attribute: string, least: number): number {
    return this.root
      .elements(child)
      .reduce((highest, item) => Math.max(highest, Number(item.attribute(attribute)) || 0), least);
  }

  /** Declares the prefixes that were added and writes the part. */
  write(edits: XmlEdits): void {
    this.namespaces.declareOn(this.root, edits);
    this.#output.set(this.name, edits.toString());
  }
}
