import { XmlEdits } from "../../office/xml-edits.ts";
import { parseXml } from "../../office/xml-tree.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import type { MappedNames } from "./greeting-fields.ts";

/** What fields of a document are filled from beside the data. */
export interface FieldSources {
  /** Columns of the data source by the names of Word's own fields, in lower case (17.14.20). */
  mappedNames: MappedNames;
  /** Values of document variables by name, in lower case (17.15.1.31). */
  variables: ReadonlyMap<string, string>;
}

/** The settings part of a document; undefined if it has none. */
function settingsPart(source: OfficePackage): string | undefined {
  const relationships = source.relationshipsOf(source.mainPart());
  const [settings] = relationships.ofType("settings");
  return settings && relationships.targetPart(settings);
}

/** Reads what fields need of the settings. */
export function readFieldSources(source: OfficePackage): FieldSources {
  const mappedNames = new Map<string, string>();
  const variables = new Map<string, string>();
  const part = settingsPart(source);
  const xml = part === undefined ? undefined : source.text(part);
  if (xml === undefined || !/<w:(?:fieldMapData|docVar)\b/.test(xml)) return { mappedNames, variables };
  const root = parseXml(xml);
  for (const each of root.descendants("w:fieldMapData")) {
    const [mapped, column] = [each.child("w:mappedName"), each.child("w:name")].map((child) =>
      child?.attribute("w:val"),
    );
    if (mapped && column) mappedNames.set(mapped.toLowerCase(), column);
  }
  for (const each of root.descendants("w:docVar"))
    variables.set((each.attribute("w:name") ?? "").toLowerCase(), each.attribute("w:val") ?? "");
  return { mappedNames, variables };
}

/** Relationships to the author's data and files: sources of a mail merge, its recipients, a style sheet for saving. */
const AUTHORS = /\/(?:mailMergeSource|mailMergeHeaderSource|mailMergeRecipientData|recipientData|transform)$/;

/**
 * Takes out of a template what is only its author's: the source of a mail merge with its query and its paths, those who
 * were chosen from it, the path of a transformation, and the folders in which the document's own template is. Variables
 * with tags go, too: the fields that show them are filled.
 */
export function dropAuthorsSettings(source: OfficePackage): void {
  for (const part of source.contentTypes.partsOf((type) => type.endsWith(".extended-properties+xml"))) {
    const xml = source.text(part);
    if (xml !== undefined && TEMPLATE_PATH.test(xml)) source.rewrite(part, xml.replace(TEMPLATE_PATH, "$1"));
  }
  const part = settingsPart(source);
  const xml = part === undefined ? undefined : source.text(part);
  if (part === undefined || xml === undefined) return;
  if (/<w:(?:mailMerge|saveThroughXslt|docVar)\b/.test(xml)) {
    const edits = new XmlEdits(xml);
    const root = parseXml(xml);
    for (const name of ["w:mailMerge", "w:saveThroughXslt"])
      for (const element of root.elements(name)) edits.remove(element);
    for (const variables of root.elements("w:docVars")) {
      const tagged = variables.elements().filter((each) => each.attribute("w:val")?.includes("{"));
      if (tagged.length === variables.elements().length) edits.remove(variables);
      else for (const variable of tagged) edits.remove(variable);
    }
    source.rewrite(part, edits.toString());
  }
  source.dropRelated(part, ({ type }) => AUTHORS.test(type));
}

/** The folders before the name of a template (17.2, `Template` of the extended properties). */
const TEMPLATE_PATH = /(<(?:\w+:)?Template>)[^<]*[\\/](?=[^<\\/]*<)/;
