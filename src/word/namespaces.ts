import { attributesOf, XmlEdits } from "../office/xml-edits.ts";
import { parseXml, type XmlElement } from "../office/xml-tree.ts";

const OPEN_XML = "http://schemas.openxmlformats.org";

/** The prefixes under which the merge looks for elements and attributes: those that Word itself writes. */
export const NAMESPACES = {
  w: `${OPEN_XML}/wordprocessingml/2006/main`,
  r: `${OPEN_XML}/officeDocument/2006/relationships`,
  wp: `${OPEN_XML}/drawingml/2006/wordprocessingDrawing`,
  a: `${OPEN_XML}/drawingml/2006/main`,
  pic: `${OPEN_XML}/drawingml/2006/picture`,
  mc: `${OPEN_XML}/markup-compatibility/2006`,
  v: "urn:schemas-microsoft-com:vml",
  o: "urn:schemas-microsoft-com:office:office",
  w14: "http://schemas.microsoft.com/office/word/2010/wordml",
  w15: "http://schemas.microsoft.com/office/word/2012/wordml",
} as const;

const PREFIX_OF = new Map<string, string>(Object.entries(NAMESPACES).map(([prefix, uri]) => [uri, prefix]));
const DECLARATION = /\sxmlns(?::([\w.-]+))?\s*=\s*["']([^"']*)["']/g;
const STRICT = /http:\/\/purl\.oclc\.org\/ooxml\/(\w+)\/(\w+)/g;
const STRICT_NAMES: Readonly<Record<string, string>> = {
  extendedProperties: "extended-properties",
  customProperties: "custom-properties",
};

/**
 * Markup with the namespaces of transitional documents (ECMA-376 Part 1, annex A; Part 4) under the usual prefixes.
 * Almost every file comes back unchanged.
 */
export function usualMarkup(xml: string): string {
  const transitional = xml.includes("purl.oclc.org")
    ? xml.replace(STRICT, (_, area: string, name: string) => `${OPEN_XML}/${area}/2006/${STRICT_NAMES[name] ?? name}`)
    : xml;
  const isUsual = [...transitional.matchAll(DECLARATION)].every(([, prefix, uri = ""]) => {
    const usual = PREFIX_OF.get(uri);
    return usual === undefined || usual === prefix;
  });
  return isUsual ? transitional : withUsualPrefixes(transitional);
}

/** Namespaces that are declared on an element, by prefix; the default one under the empty name. */
export function declarationsOf(element: XmlElement): Map<string, string> {
  const opening = element.source.slice(element.start, element.openEnd);
  return new Map([...opening.matchAll(DECLARATION)].map(([, prefix, uri = ""]) => [prefix ?? "", uri]));
}

function withUsualPrefixes(xml: string): string {
  const edits = new XmlEdits(xml);
  rename(parseXml(xml), new Map(), edits);
  return edits.toString();
}

/** `scope`: prefixes as written -> the usual ones, for those that differ. */
function rename(element: XmlElement, outer: ReadonlyMap<string, string>, edits: XmlEdits): void {
  const scope = new Map(outer);
  for (const [prefix, uri] of declarationsOf(element)) {
    const usual = PREFIX_OF.get(uri);
    if (usual === undefined || usual === prefix) scope.delete(prefix);
    else scope.set(prefix, usual);
  }
  const name = renamed(element.name, scope, true);
  const nameStart = element.start + 1;
  if (name !== element.name) {
    edits.replace(nameStart, nameStart + element.name.length, name);
    if (!element.selfClosing) edits.replace(element.closeStart + 2, element.closeStart + 2 + element.name.length, name);
  }
  for (const attribute of attributesOf(element)) renameAttribute(element, attribute, scope, edits);
  for (const child of element.elements()) rename(child, scope, edits);
}

function renameAttribute(
  { source }: XmlElement,
  { name, value, start, end }: { name: string; value: string; start: number; end: number },
  scope: ReadonlyMap<string, string>,
  edits: XmlEdits,
): void {
  const nameStart = source.lastIndexOf(name, start);
  const declared = /^xmlns(?::(.+))?$/.exec(name);
  if (declared) {
    const usual = scope.get(declared[1] ?? "");
    if (usual !== undefined) edits.replace(nameStart, nameStart + name.length, `xmlns:${usual}`);
    return;
  }
  const usual = renamed(name, scope, false);
  if (usual !== name) edits.replace(nameStart, nameStart + name.length, usual);
  if (!/(?:^|:)(?:Ignorable|Requires|MustUnderstand|ProcessContent)$/.test(name)) return;
  const prefixes = value.split(/\s+/).map((prefix) => scope.get(prefix) ?? prefix);
  if (prefixes.join(" ") !== value) edits.replace(start, end, prefixes.join(" "));
}

function renamed(name: string, scope: ReadonlyMap<string, string>, isElement: boolean): string {
  const colon = name.indexOf(":");
  if (colon < 0 && !isElement) return name;
  const usual = scope.get(colon < 0 ? "" : name.slice(0, colon));
  return usual === undefined ? name : `${usual}:${name.slice(colon + 1)}`;
}
