import { present } from "../../../domain/present.ts";
import { CONTENT_TYPES_PART, ContentTypes } from "../../../office/content-types.ts";
import { Relationships } from "../../../office/relationships.ts";
import { parseXml, type XmlElement } from "../../../office/xml-tree.ts";
import type { ZipArchive } from "../../../office/zip-archive.ts";
import { misplacedChildren } from "./child-order.ts";

/** A package whose parts are read once for all checks. */
export class CheckedPackage {
  readonly types: ContentTypes;
  readonly problems: string[] = [];
  readonly #roots = new Map<string, XmlElement>();

  readonly zip: ZipArchive;

  constructor(zip: ZipArchive) {
    this.zip = zip;
    // Some programs write SpreadsheetML with the prefix x.
    for (const name of zip.names()) {
      if (!/\.(?:xml|rels|vml)$/i.test(name)) continue;
      try {
        this.#roots.set(name, parseXml(this.text(name).replace(/(<\/?)x:/g, "$1")));
      } catch (error) {
        this.problems.push(`${name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    this.types = ContentTypes.parse(this.text(CONTENT_TYPES_PART));
  }

  text(name: string): string {
    return new TextDecoder().decode(this.zip.read(name));
  }

  root(name: string): XmlElement | undefined {
    return this.#roots.get(name);
  }

  roots(): ReadonlyMap<string, XmlElement> {
    return this.#roots;
  }

  /** Parts of a media type that ends like this. */
  partsOf(ending: string): string[] {
    return this.types.partsOf((type) => type.endsWith(ending)).filter((name) => this.zip.has(name));
  }

  relationshipsOf(part: string): Relationships {
    const empty = new Relationships(part);
    return this.zip.has(empty.partName) ? Relationships.parse(part, this.text(empty.partName)) : empty;
  }

  report(part: string, problem: string): void {
    this.problems.push(`${part}: ${problem}`);
  }
}

/** Reports values that occur more than once. */
export function reportRepeated(
  checked: CheckedPackage,
  part: string,
  what: string,
  values: Iterable<string | undefined>,
): void {
  const seen = new Set<string>();
  for (const value of values) {
    if (value === undefined) continue;
    if (seen.has(value)) checked.report(part, `${what} ${value} is not unique`);
    seen.add(value);
  }
}

/**
 * The rules for every Office file: parts are typed, targets exist, ids are known, namespaces declared, children in
 * order.
 */
export function checkPackage(checked: CheckedPackage): void {
  const { zip } = checked;
  for (const name of zip.names()) {
    if (name === CONTENT_TYPES_PART) continue;
    if (checked.types.of(name) === undefined) checked.report(name, "the part has no media type");
    if (name.endsWith(".rels")) {
      const source = name.replace(/_rels\/([^/]*)\.rels$/, "$1");
      if (source !== "" && !zip.has(source)) checked.report(name, "the part of these relationships is missing");
    }
  }
  for (const name of checked.types.partsOf(() => true))
    if (!zip.has(name)) checked.report(CONTENT_TYPES_PART, `${name} is typed but missing`);
  for (const name of ["", ...zip.names()]) {
    const relationships = checked.relationshipsOf(name);
    reportRepeated(
      checked,
      relationships.partName,
      "the id",
      relationships.all().map(({ id }) => id),
    );
    for (const relationship of relationships.all()) {
      if (relationship.external || relationship.target.startsWith("#")) continue;
      const target = relationships.targetPart(relationship);
      if (target === undefined || !zip.has(target))
        checked.report(name, `the target ${relationship.target} of ${relationship.id} is missing`);
    }
  }
  checkUsers(checked);
  for (const [name, root] of checked.roots()) {
    if (name.endsWith(".rels") || name === CONTENT_TYPES_PART || name.endsWith(".vml")) continue;
    checkElements(checked, name, root);
  }
}

/** Relationships that mean nothing unless the part names them. */
const NAMED =
  /\/(?:image|hyperlink|chart|header|footer|diagramData|diagramLayout|diagramQuickStyle|diagramColors|chartUserShapes)$/;

/** Everything is used: something leads to each part, a part has each extension, and named relationships are named. */
function checkUsers(checked: CheckedPackage): void {
  const reached = new Set([""]);
  for (const part of reached) {
    const relationships = checked.relationshipsOf(part);
    const text = part === "" ? "" : checked.text(part);
    for (const item of relationships.all()) {
      const target = relationships.targetPart(item);
      if (target !== undefined && checked.zip.has(target)) reached.add(target);
      if (NAMED.test(item.type) && !text.includes(`"${item.id}"`))
        checked.report(part, `nothing names the relationship ${item.id} to ${item.target}`);
    }
  }
  const extensions = new Set(["rels", "xml"]);
  for (const name of checked.zip.names()) {
    extensions.add(name.slice(name.lastIndexOf(".") + 1).toLowerCase());
    if (name !== CONTENT_TYPES_PART && !name.endsWith(".rels") && !reached.has(name))
      checked.report(name, "nothing leads to the part");
  }
  const [, ...defaults] = checked.text(CONTENT_TYPES_PART).split("<Default ");
  for (const entry of defaults) {
    const extension = /Extension="([^"]*)"/.exec(entry)?.[1] ?? "";
    if (!extensions.has(extension.toLowerCase()))
      checked.report(CONTENT_TYPES_PART, `no part has the extension ${extension}`);
  }
}

const REFERENCE = /\s((?:r:(?:id|embed|link|pict|dm|lo|qs|cs)|o:relid))\s*=\s*["']([^"']*)["']/g;

function checkElements(checked: CheckedPackage, part: string, root: XmlElement): void {
  const known = new Set(
    checked
      .relationshipsOf(part)
      .all()
      .map(({ id }) => id),
  );
  const visit = (element: XmlElement, outer: ReadonlySet<string>): void => {
    const open = element.source.slice(element.start, element.openEnd);
    let declared = outer;
    if (open.includes("xmlns:"))
      declared = new Set([...outer, ...Array.from(open.matchAll(/\sxmlns:([^\s=]+)/g), (match) => present(match[1]))]);
    // most elements of a sheet have no attributes
    const attributes = open.includes("=")
      ? Array.from(open.matchAll(/\s([^\s=<>"']+)\s*=\s*["']/g), (match) => present(match[1]))
      : [];
    for (const name of [element.name, ...attributes]) {
      const colon = name.indexOf(":");
      const prefix = colon < 0 ? "" : name.slice(0, colon);
      if (prefix !== "" && prefix !== "xmlns" && prefix !== "xml" && !declared.has(prefix))
        checked.report(part, `the prefix of ${name} is not declared`);
    }
    if (attributes.length > 1) reportRepeated(checked, part, `the attribute of <${element.name}>`, attributes);
    // of a sheet's many thousand cells none has these
    if (open.includes(":")) {
      const ignorable = element.attribute("mc:Ignorable");
      for (const prefix of ignorable?.split(/\s+/).filter(Boolean) ?? [])
        if (!declared.has(prefix)) checked.report(part, `the ignorable prefix ${prefix} is not declared`);
      for (const [, name, id] of open.matchAll(REFERENCE))
        if (id !== "" && !known.has(present(id))) checked.report(part, `${name}="${id}" is not a relationship`);
    }
    for (const problem of misplacedChildren(element)) checked.report(part, problem);
    for (const child of element.children) if (child.kind === "element") visit(child, declared);
  };
  visit(root, new Set());
}
