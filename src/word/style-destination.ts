import { present } from "../domain/present.ts";
import { XmlEdits } from "../office/xml-edits.ts";
import { escapeXmlText } from "../office/xml-text.ts";
import { parseXml } from "../office/xml-tree.ts";
import { type DocumentDefaults, fingerprintOf, propertiesInstead, readDocumentDefaults } from "./document-defaults.ts";
import { NAMESPACES } from "./namespaces.ts";
import { RootNamespaces } from "./root-namespaces.ts";
import { appearancesOf, basedOn, nameOf, StyleSheet } from "./style-sheet.ts";
import type { TableVariant } from "./table-variant.ts";
import type { WordOutput } from "./word-output.ts";

const EMPTY = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:styles xmlns:w="${NAMESPACES.w}"/>`;

/** The styles of the combined document: the base's, and those that come in. */
export class StyleDestination {
  readonly defaults: DocumentDefaults;
  readonly sheet: StyleSheet;
  readonly namespaces: RootNamespaces;
  readonly #part: string;
  readonly #ids = new Set<string>();
  readonly #names = new Set<string>();
  /** Looks with the id of the style they are based on -> id of the style. */
  readonly #shared = new Map<string, string>();
  readonly #added: string[] = [];

  readonly #output: WordOutput;

  constructor(output: WordOutput) {
    this.#output = output;
    this.#part = output.partOfMain("styles", EMPTY);
    const root = parseXml(output.text(this.#part) ?? EMPTY);
    this.sheet = new StyleSheet(root);
    this.defaults = readDocumentDefaults(root);
    this.namespaces = new RootNamespaces(root);
    for (const id of this.sheet.ids()) {
      const style = present(this.sheet.get(id));
      this.#ids.add(id.toLowerCase());
      this.#names.add(nameOf(style).toLowerCase());
      this.#shared.set(`${appearancesOf(style)}/${basedOn(style) ?? ""}`, id);
    }
  }

  /** Id of a style that looks like this and is based on that one, if there is one. */
  shared(appearances: string, base: string | undefined): string | undefined {
    return this.#shared.get(`${appearances}/${base ?? ""}`);
  }

  /** A free id and name for a style that comes in, like its own. */
  claim(id: string, name: string): { id: string; name: string } {
    return {
      id: unused(id, this.#ids, (number) => `${id}_${number}`),
      name: unused(name, this.#names, (number) => `${name} (${number})`),
    };
  }

  /** From now on this style stands for these looks. */
  share(appearances: string, base: string | undefined, id: string): void {
    this.#shared.set(`${appearances}/${base ?? ""}`, id);
  }

  add(style: string): void {
    this.#added.push(style);
  }

  /**
   * Id of a paragraph style under which paragraphs look as under other defaults; undefined if these are the same.
   * @param variant for paragraphs in tables
   */
  styleForDefaults(wanted: DocumentDefaults, variant?: TableVariant): string | undefined {
    const own = fingerprintOf(wanted);
    if (own === fingerprintOf(this.defaults)) return undefined;
    const fingerprint = `${own}/${variant?.key ?? ""}`;
    const known = this.shared(fingerprint, undefined);
    if (known !== undefined) return known;
    const { id, name } = this.claim("DocDefaults", "Document Defaults");
    this.add(
      `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="${escapeXmlText(name)}"/><w:semiHidden/>${propertiesInstead(wanted, this.defaults, variant?.omitted)}</w:style>`,
    );
    this.share(fingerprint, undefined, id);
    return id;
  }

  /** Writes the part. */
  finish(): void {
    if (this.#added.length === 0) return;
    const root = present(this.sheet.root);
    const edits = new XmlEdits(root.source);
    edits.append(root, this.#added.join(""));
    this.namespaces.declareOn(root, edits);
    this.#output.set(this.#part, edits.toString());
  }
}

/** Compared without regard to case. */
function unused(wanted: string, used: Set<string>, another: (number: number) => string): string {
  let found = wanted;
  for (let number = 2; used.has(found.toLowerCase()); number++) found = another(number);
  used.add(found.toLowerCase());
  return found;
}
