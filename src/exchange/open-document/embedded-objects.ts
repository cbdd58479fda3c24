/** Objects of frames that are read (OpenDocument 1.3 Part 3, 10.4.6): charts and formulas. */
import type { PackageBuilder, PartRelationships } from "../../binary/doc/package-builder.ts";
import { element } from "../../binary/doc/xml-writer.ts";
import { Failure } from "../../domain/failure.ts";
import { decodePart } from "../../office/decode-part.ts";
import type { MarkupCount } from "../markup-count.ts";
import { chartXml, type ReferenceOf } from "./charts.ts";
import { formulaXml } from "./formulas.ts";
import { childOf, elementsOf, type OdfNode, readOdf, textOf } from "./odf-nodes.ts";

const CHART_URI = "http://schemas.openxmlformats.org/drawingml/2006/chart";

/** Formulas of old programs name their document type, which says nothing of its own. */
const PLAIN_DOCTYPE = /^(\s*(?:<\?xml[^>]{0,200}\?>\s*)?)<!DOCTYPE [^<>[]{0,300}>/;
/** Points, where a formula does not say. */
const USUAL_SIZE = 12;
const MOST_SIZE = 400;

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

  /** `m:oMath` of a formula; undefined for other objects. @param object `draw:object` @param look of its text, of a size in points */
  formula(object: OdfNode | undefined, look: (size: number) => string): string | undefined {
    const inline = childOf(object, "math:math");
    const name = nameOf(object);
    const root = inline ?? (name === "" ? undefined : this.#content(name, "content"));
    if (root?.name !== "math:math") return undefined;
    const settings = inline ? undefined : this.#content(name, "settings");
    const markup = formulaXml(root, look(formulaSize(settings)));
    if (markup) this.#count.add(markup.length);
    return markup;
  }

  /** `a:graphicData` of a chart; undefined for other objects. @param object `draw:object` */
  graphic(object: OdfNode | undefined, relationships: PartRelationships): string | undefined {
    const name = nameOf(object);
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
    const [root, styles] = [this.#content(name, "content"), this.#content(name, "styles")];
    const markup = root && chartXml({ root, styles }, this.#referenceOf);
    if (!markup) return undefined;
    this.#count.add(markup.length);
    const part = `${this.#builder.folder}/charts/chart${this.#parts.size + 1}.xml`;
    this.#builder.add(part, "c:chartSpace", markup);
    return part;
  }

  #content(name: string, part: string): OdfNode | undefined {
    const bytes = this.#read(`${name}/${part}.xml`);
    return bytes && this.#undamaged(bytes);
  }

  /** A damaged object is one that is not shown, which a warning says. */
  #undamaged(bytes: Uint8Array): OdfNode | undefined {
    try {
      return readOdf(decodePart(bytes).replace(PLAIN_DOCTYPE, "$1"));
    } catch (error) {
      if (error instanceof Failure && error.code === "xml_invalid") return undefined;
      throw error;
    }
  }
}

function nameOf(object: OdfNode | undefined): string {
  return (object?.attributes["xlink:href"] ?? "").replace(/^\.?\//, "");
}

/** @param settings of a formula's own */
function formulaSize(settings: OdfNode | undefined): number {
  const sets = elementsOf(childOf(settings, "office:settings"), "config:config-item-set");
  const items = sets.flatMap((set) => elementsOf(set, "config:config-item"));
  const size = items.find(({ attributes }) => attributes["config:name"] === "BaseFontHeight");
  const points = size ? Number(textOf(size)) : Number.NaN;
  return points >= 1 ? Math.min(MOST_SIZE, points) : USUAL_SIZE;
}
