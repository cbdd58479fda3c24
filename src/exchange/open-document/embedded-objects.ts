/** Objects of frames that are read (OpenDocument 1.3 Part 3, 10.4.6): charts. */
import type { PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { Failure } from "../../domain/failure.ts";
import { decodePart } from "../../office/decode-part.ts";
import type { MarkupCount } from "../markup-count.ts";
import { chartXml, type ReferenceOf } from "./charts.ts";
import { type OdfNode, readOdf } from "./odf-nodes.ts";

const CHART_URI = "http://schemas.openxmlformats.org/drawingml/2006/chart";

export class EmbeddedObjects {
  readonly #builder: PackageBuilder;
  readonly #read: (part: string) => Uint8Array | undefined;
  readonly #count: MarkupCount;
  readonly #referenceOf: ReferenceOf;
  /** Name of an object -> the part that it was made, if it is one that is read. */
  readonly #parts = new Map<string, string | undefined>();

  /** @param read the bytes of a part of the file @param referenceOf where charts show cells of the file itself */
  constructor(
    builder: PackageBuilder,
    read: (part: string) => Uint8Array | undefined,
    count: MarkupCount,
    referenceOf: ReferenceOf = () => undefined,
  ) {
    this.#builder = builder;
    this.#referenceOf = referenceOf;
    this.#read = read;
    this.#count = count;
  }

  /** `a:graphicData` of a chart; undefined for other objects. @param object `draw:object` */
  graphic(object: OdfNode | undefined, relationships: PartRelationships): string | undefined {
    const name = (object?.attributes["xlink:href"] ?? "").replace(/^\.?\//, "");
    if (name === "") return undefined;
    if (!this.#parts.has(name)) this.#parts.set(name, this.#chartPart(name));
    const part = this.#parts.get(name);
    if (!part) return undefined;
    return element(
      "a:graphicData",
      { uri: CHART_URI },
      element("c:chart", { "r:id": relationships.to("chart", part) }),
    );
  }

  #chartPart(name: string): string | undefined {
    const [root, styles] = ["content", "styles"].map((part) => {
      const bytes = this.#read(`${name}/${part}.xml`);
      return bytes && this.#undamaged(bytes);
    });
    const markup = root && chartXml({ root, styles }, this.#referenceOf);
    if (!markup) return undefined;
    this.#count.add(markup.length);
    const part = `${this.#builder.folder}/charts/chart${this.#parts.size + 1}.xml`;
    this.#builder.add(part, "c:chartSpace", markup);
    return part;
  }

  /** A damaged object is one that is not shown, which a warning says. */
  #undamaged(bytes: Uint8Array): OdfNode | undefined {
    try {
      return readOdf(decodePart(bytes));
    } catch (error) {
      if (error instanceof Failure && error.code === "xml_invalid") return undefined;
      throw error;
    }
  }
}
