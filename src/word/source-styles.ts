import { XmlEdits } from "../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";
import { type DocumentDefaults, readDocumentDefaults } from "./document-defaults.ts";
import { resolveThemeReferences } from "./resolve-theme.ts";
import { declare, type OwnPrefixes } from "./root-namespaces.ts";
import type { SourceNumbering } from "./source-numbering.ts";
import type { StyleDestination } from "./style-destination.ts";
import { appearancesOf, basedOn, MAX_CHAIN_DEPTH, nameOf, StyleSheet, typeOf } from "./style-sheet.ts";
import { type TableVariant, tableAround, tableVariant } from "./table-variant.ts";
import type { Theme } from "./theme.ts";

interface Imported {
  style: XmlElement;
  id: string;
  name: string;
  base: string | undefined;
}

/**
 * The styles of an incoming file. A style that looks like an existing one, down to what it is based on, becomes that
 * one; any other comes in under a free id and name. Only what is used comes in.
 */
export class SourceStyles {
  readonly sheet: StyleSheet;
  readonly defaults: DocumentDefaults;
  /** The style of tables that name none; undefined if it is the same in the target. */
  readonly tableDefault: string | undefined;
  readonly #ids = new Map<string, string>();
  readonly #open = new Set<string>();
  /** By id in the target. */
  readonly #imported = new Map<string, Imported>();
  /** By the key of a variant: the style that stands for the document's defaults. */
  readonly #defaultsStyles = new Map<string, string | undefined>();
  readonly #variants = new Map<string | undefined, TableVariant | undefined>();

  readonly #destination: StyleDestination;
  readonly #numbering: SourceNumbering;
  readonly #theme: Theme | undefined;
  readonly #ownPrefixes: OwnPrefixes;

  /** @param root of the styles part, if there is one */
  constructor(
    root: XmlElement | undefined,
    destination: StyleDestination,
    numbering: SourceNumbering,
    theme: Theme | undefined,
  ) {
    this.#destination = destination;
    this.#numbering = numbering;
    this.#theme = theme;
    this.sheet = new StyleSheet(root);
    this.defaults = readDocumentDefaults(root && theme ? withoutTheme(root, theme) : root);
    this.#ownPrefixes = root ? destination.namespaces.adopt(root) : new Map();
    const table = this.use(this.sheet.defaultOf("table") ?? "");
    this.tableDefault = table === destination.sheet.defaultOf("table") ? undefined : table;
  }

  /**
   * Id of a style in the target, which comes along if it must; undefined if there is no such style.
   * @param variant for paragraphs in tables
   */
  use(id: string, variant?: TableVariant): string | undefined {
    const key = keyOf(id, variant);
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const style = this.sheet.get(id);
    if (!style || this.#open.has(key) || this.#open.size >= MAX_CHAIN_DEPTH) return undefined;
    this.#open.add(key);
    const found = this.#importOne(id, style, variant);
    this.#open.delete(key);
    this.#ids.set(key, found);
    return found;
  }

  /** The style that a paragraph has to name; undefined if it is that of paragraphs that name none. */
  forParagraph(named: string | undefined, paragraph: XmlElement): string | undefined {
    const variant = this.#variantAt(paragraph);
    const found = named === undefined ? undefined : this.use(named, variant);
    const fallback = this.sheet.defaultOf("paragraph");
    const style =
      found ??
      (fallback === undefined ? undefined : this.use(fallback, variant)) ??
      this.#defaultsStyle(variant) ??
      this.#bareStyle();
    const isNamed = found !== undefined;
    return !isNamed && style === this.#destination.sheet.defaultOf("paragraph") ? undefined : style;
  }

  /** True if the style came in anew; its links and lists are its own. */
  isImported(id: string): boolean {
    return this.#imported.has(this.#ids.get(id) ?? "");
  }

  /** Name in the target of the style with this name. */
  nameFor(name: string): string | undefined {
    const id = this.sheet.byName(name);
    const mapped = id === undefined ? undefined : this.use(id);
    return mapped === undefined ? undefined : this.#imported.get(mapped)?.name;
  }

  /** Adds what was used to the target; to be called once nothing more can be used. */
  finish(): void {
    for (const imported of this.#imported.values()) this.#destination.add(this.#written(imported));
  }

  /** Only tables in a document with other defaults than the target's need a variant. */
  #variantAt(paragraph: XmlElement): TableVariant | undefined {
    const table = tableAround(paragraph);
    if (!table || this.#defaultsStyle(undefined) === undefined) return undefined;
    const style = table.child("w:tblPr")?.child("w:tblStyle")?.attribute("w:val") ?? this.sheet.defaultOf("table");
    if (!this.#variants.has(style))
      this.#variants.set(style, tableVariant(style, this.sheet, [this.defaults, this.#destination.defaults]));
    return this.#variants.get(style);
  }

  #defaultsStyle(variant: TableVariant | undefined): string | undefined {
    const key = variant?.key ?? "";
    if (!this.#defaultsStyles.has(key))
      this.#defaultsStyles.set(key, this.#destination.styleForDefaults(this.defaults, variant));
    return this.#defaultsStyles.get(key);
  }

  #importOne(id: string, style: XmlElement, variant: TableVariant | undefined): string {
    const own = basedOn(style);
    const isParagraph = typeOf(style) === "paragraph";
    const inherited = own === undefined ? undefined : this.use(own, isParagraph ? variant : undefined);
    const base = inherited ?? (isParagraph ? this.#defaultsStyle(variant) : undefined);
    const { rewritten, hasList } = this.#rewritten(style);
    const appearances = appearancesOf(rewritten);
    const isSharable = !hasList && typeOf(style) !== "numbering";
    const shared = isSharable ? this.#destination.shared(appearances, base) : undefined;
    if (shared !== undefined) return shared;
    const claimed = this.#destination.claim(id, nameOf(style));
    this.#imported.set(claimed.id, { style: rewritten, ...claimed, base });
    if (isSharable) this.#destination.share(appearances, base, claimed.id);
    return claimed.id;
  }

  #rewritten(style: XmlElement): { rewritten: XmlElement; hasList: boolean } {
    const edits = new XmlEdits(style.source);
    let hasList = false;
    for (const element of style.descendants()) {
      if (this.#theme) resolveThemeReferences(element, this.#theme, edits);
      if (element.name !== "w:numId") continue;
      const numId = element.attribute("w:val") ?? "0";
      if (numId === "0") continue;
      hasList = true;
      edits.setAttribute(element, "w:val", this.#numbering.use(numId));
    }
    return { rewritten: parseXml(edits.toString(style.start, style.end)), hasList };
  }

  #written({ style, id, name, base }: Imported): string {
    const edits = new XmlEdits(style.source);
    edits.setAttribute(style, "w:default", undefined);
    edits.setAttribute(style, "w:styleId", id);
    const isRenamed = name !== nameOf(style);
    if (isRenamed) edits.setAttribute(style, "w:customStyle", "1");
    const named = style.child("w:name");
    if (named) edits.setAttribute(named, "w:val", name);
    const inherits = style.child("w:basedOn");
    if (inherits && base !== undefined) edits.setAttribute(inherits, "w:val", base);
    else if (inherits) edits.remove(inherits);
    else if (base !== undefined) {
      const at = style.child("w:aliases")?.end ?? named?.end ?? style.openEnd;
      edits.replace(at, at, `<w:basedOn w:val="${base}"/>`);
    }
    for (const aliases of style.elements("w:aliases")) if (isRenamed) edits.remove(aliases);
    for (const reference of [...style.elements("w:next"), ...style.elements("w:link")]) {
      const theirs = reference.attribute("w:val") ?? "";
      const mapped = this.#ids.get(theirs);
      const holds = mapped !== undefined && (reference.name === "w:next" || this.isImported(theirs));
      if (holds) edits.setAttribute(reference, "w:val", mapped);
      else edits.remove(reference);
    }
    declare(style, this.#ownPrefixes, edits);
    return edits.toString();
  }

  /** A style without any properties, for a file whose paragraphs have none by default. */
  #bareStyle(): string {
    const appearances = "paragraph/bare";
    const known = this.#destination.shared(appearances, undefined);
    if (known !== undefined) return known;
    const { id, name } = this.#destination.claim("Plain", "Plain");
    this.#destination.add(
      `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${id}"><w:name w:val="${name}"/></w:style>`,
    );
    this.#destination.share(appearances, undefined, id);
    return id;
  }
}

function withoutTheme(root: XmlElement, theme: Theme): XmlElement {
  const defaults = root.child("w:docDefaults");
  if (!defaults) return root;
  const edits = new XmlEdits(root.source);
  for (const element of defaults.descendants()) resolveThemeReferences(element, theme, edits);
  return parseXml(`<w:styles>${edits.toString(defaults.start, defaults.end)}</w:styles>`);
}

function keyOf(id: string, variant: TableVariant | undefined): string {
  return variant ? `${id}\n${variant.key}` : id;
}
