import { Failure } from "../../domain/failure.ts";
import { AttributeCursor, cdataContent, scanXml } from "../../office/xml-scanner.ts";
import { decodeXmlText } from "../../office/xml-text.ts";

/** A name with its namespace (Namespaces in XML 1.0). */
export interface XmlName {
  readonly namespace: string;
  /** As written. */
  readonly prefix: string;
  readonly local: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

/** An element of a metadata packet. */
export interface XmlElement extends XmlName {
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  text: string;
}

const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
/** The most in force at one place, and at all places together: maps of them are copied. */
const MAX_PREFIXES = 500;
const MAX_COPIED_PREFIXES = 1_000_000;
const UNKNOWN_REFERENCE = /&(?!#\d{1,7};|#x[0-9a-fA-F]{1,6};|(?:lt|gt|amp|quot|apos);)/;

const invalid = (message: string) => new Failure("xml_invalid", message);

/**
 * Reads XML with its namespaces resolved.
 * @throws Failure `xml_invalid`, also for prefixes that are not declared and references to entities
 */
export function readXmlElements(source: string): XmlElement {
  const open: { element: XmlElement; prefixes: ReadonlyMap<string, string> }[] = [];
  let root: XmlElement | undefined;
  let copied = 0;
  const decode = (raw: string) => {
    if (UNKNOWN_REFERENCE.test(raw)) throw invalid("The XML has a reference to an entity that is not known.");
    return decodeXmlText(raw);
  };
  scanXml(source, {
    open(name, start, end, selfClosing) {
      const outer = open.at(-1);
      const written = readAttributes(source, start + 1 + name.length, end, decode);
      const around = outer?.prefixes ?? new Map([["xml", XML_NAMESPACE]]);
      const prefixes = prefixesWithin(around, written);
      if (prefixes !== around) copied += prefixes.size;
      if (copied > MAX_COPIED_PREFIXES) throw invalid("The XML declares too many prefixes.");
      const attributes = written
        .filter(([key]) => key !== "xmlns" && !key.startsWith("xmlns:"))
        .map(([key, value]) => ({ ...resolveName(key, prefixes, false), value }));
      const element = { ...resolveName(name, prefixes, true), attributes, children: [], text: "" };
      if (outer) outer.element.children.push(element);
      else root = element;
      if (!selfClosing) open.push({ element, prefixes });
    },
    close() {
      open.pop();
    },
    text(start, end) {
      const top = open.at(-1);
      if (top) top.element.text += decode(source.slice(start, end));
    },
    cdata(start, end) {
      const top = open.at(-1);
      if (top) top.element.text += cdataContent(source, start, end);
    },
    other() {},
  });
  if (!root) throw invalid("The XML has no root element.");
  return root;
}

function readAttributes(source: string, from: number, to: number, decode: (raw: string) => string): [string, string][] {
  const written: [string, string][] = [];
  const names = new Set<string>();
  const cursor = new AttributeCursor(source, from, to);
  while (cursor.next()) {
    const name = source.slice(cursor.nameStart, cursor.nameEnd);
    if (names.has(name)) throw invalid(`The XML has the attribute ${name.slice(0, 40)} twice in one tag.`);
    names.add(name);
    written.push([name, decode(source.slice(cursor.valueStart, cursor.valueEnd))]);
  }
  return written;
}

function prefixesWithin(
  outer: ReadonlyMap<string, string>,
  written: readonly [string, string][],
): ReadonlyMap<string, string> {
  const declared = written.filter(([key]) => key === "xmlns" || key.startsWith("xmlns:"));
  if (declared.length === 0) return outer;
  if (outer.size + declared.length > MAX_PREFIXES) throw invalid("The XML declares too many prefixes.");
  return new Map([...outer, ...declared.map(([key, value]): [string, string] => [key.slice(6), value])]);
}

function resolveName(written: string, prefixes: ReadonlyMap<string, string>, isElement: boolean): XmlName {
  const colon = written.indexOf(":");
  const prefix = colon < 0 ? "" : written.slice(0, colon);
  const namespace = colon < 0 && !isElement ? "" : prefixes.get(prefix);
  if (namespace === undefined && prefix !== "") {
    throw invalid(`The XML uses the prefix ${prefix.slice(0, 40)}, which is not declared.`);
  }
  return { namespace: namespace ?? "", prefix, local: written.slice(colon + 1) };
}
