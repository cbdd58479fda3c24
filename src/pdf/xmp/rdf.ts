import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import type { XmlAttribute, XmlElement, XmlName } from "./xml-elements.ts";

/** A value of the XMP data model (ISO 16684-1, 6.3). Qualifiers other than the language are left out. */
export type XmpValue =
  | { readonly kind: "simple"; readonly text: string; readonly language: string | undefined }
  | { readonly kind: "array"; readonly form: ArrayForm; readonly items: readonly XmpValue[] }
  | { readonly kind: "structure"; readonly fields: readonly XmpProperty[] };

type ArrayForm = "Bag" | "Seq" | "Alt";

/** A property of a resource or a field of a structure. */
export interface XmpProperty extends XmlName {
  readonly value: XmpValue;
}

const RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
const XML = "http://www.w3.org/XML/1998/namespace";

const invalid = (message: string) => new Failure("xml_invalid", message);
const isRdf = (name: XmlName, local: string) => name.namespace === RDF && name.local === local;

/**
 * The properties that an `rdf:RDF` element holds (ISO 16684-1, 7). Descriptions of one resource are taken together.
 * @throws Failure `xml_invalid` for RDF that XMP does not allow
 */
export function readRdf(root: XmlElement): XmpProperty[] {
  const rdf = findRdf(root);
  if (!rdf) throw invalid("The metadata has no rdf:RDF element.");
  const properties: XmpProperty[] = [];
  let about: string | undefined;
  for (const description of rdf.children) {
    if (!isRdf(description, "Description")) throw invalid("rdf:RDF holds something other than rdf:Description.");
    const stated = description.attributes.find(
      (attribute) => attribute.local === "about" && (attribute.namespace === RDF || attribute.namespace === ""),
    );
    if (stated && stated.value !== "") {
      if (about !== undefined && about !== stated.value) throw invalid("The values of rdf:about differ.");
      about = stated.value;
    }
    appendAll(properties, readNode(description));
  }
  refuseDuplicates(properties);
  return properties;
}

function findRdf(element: XmlElement): XmlElement | undefined {
  if (isRdf(element, "RDF")) return element;
  // x:xmpmeta, and what old programs put around it
  for (const child of element.children) {
    const found = findRdf(child);
    if (found) return found;
  }
  return undefined;
}

/** Attributes and children of a description, or of an element that stands in for one. */
function readNode(element: XmlElement): XmpProperty[] {
  return [...attributeProperties(element.attributes), ...element.children.map(readProperty)];
}

function attributeProperties(attributes: readonly XmlAttribute[]): XmpProperty[] {
  const properties: XmpProperty[] = [];
  for (const { namespace, prefix, local, value } of attributes) {
    if (namespace === XML || namespace === RDF || namespace === "") continue;
    properties.push({ namespace, prefix, local, value: { kind: "simple", text: value, language: undefined } });
  }
  return properties;
}

function readProperty(element: XmlElement): XmpProperty {
  const { namespace, prefix, local } = element;
  if (namespace === "") throw invalid(`The property ${local.slice(0, 40)} is in no namespace.`);
  if (namespace === RDF && (local === "Description" || local === "RDF" || local === "ID" || local === "about")) {
    throw invalid(`rdf:${local} stands where a property is expected.`);
  }
  return { namespace, prefix, local, value: readValue(element) };
}

function readValue(element: XmlElement): XmpValue {
  const attribute = (namespace: string, local: string) =>
    element.attributes.find((candidate) => candidate.namespace === namespace && candidate.local === local)?.value;
  const language = attribute(XML, "lang");
  const parseType = attribute(RDF, "parseType");
  if (parseType === "Resource") return structure(element.children.map(readProperty));
  if (parseType !== undefined) throw invalid(`XMP does not allow rdf:parseType="${parseType.slice(0, 40)}".`);
  const resource = attribute(RDF, "resource");
  const shorthand = attributeProperties(element.attributes);
  if (element.children.length === 0) {
    if (resource !== undefined) return { kind: "simple", text: resource, language };
    const value = attribute(RDF, "value");
    if (value !== undefined) return { kind: "simple", text: value, language };
    return shorthand.length > 0 ? structure(shorthand) : { kind: "simple", text: element.text, language };
  }
  const [only] = element.children;
  if (!only || element.children.length > 1) throw invalid(`The property ${element.local} has more than one value.`);
  if (element.text.trim() !== "") throw invalid(`The property ${element.local} has text beside its element.`);
  for (const form of ["Bag", "Seq", "Alt"] as const) if (isRdf(only, form)) return readArray(only, form);
  if (!isRdf(only, "Description")) throw invalid(`The property ${element.local} holds <${only.local}>.`);
  const fields = readNode(only);
  const value = fields.find((field) => isRdf(field, "value"))?.value;
  const asAttribute = only.attributes.find((candidate) => isRdf(candidate, "value"));
  if (asAttribute) return { kind: "simple", text: asAttribute.value, language };
  // the other fields are qualifiers then (7.6)
  return value ?? structure(fields);
}

function readArray(element: XmlElement, form: ArrayForm): XmpValue {
  if (element.text.trim() !== "") throw invalid(`rdf:${form} has text outside its items.`);
  const items = element.children.map((item) => {
    if (!isRdf(item, "li")) throw invalid(`rdf:${form} holds something other than rdf:li.`);
    return readValue(item);
  });
  return { kind: "array", form, items };
}

function structure(fields: readonly XmpProperty[]): XmpValue {
  const value = fields.find((field) => isRdf(field, "value"))?.value;
  if (value) return value;
  refuseDuplicates(fields);
  return { kind: "structure", fields };
}

function refuseDuplicates(properties: readonly XmpProperty[]): void {
  const names = new Set<string>();
  for (const { namespace, local } of properties) {
    const name = `${namespace} ${local}`;
    if (names.has(name)) throw invalid(`The property ${local.slice(0, 40)} occurs twice.`);
    names.add(name);
  }
}
