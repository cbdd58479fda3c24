/** Core, extended and custom properties by lower-case name, for DOCPROPERTY and its relatives. */
import type { OpcPackage } from "../../office/package.ts";
import { localName } from "../../office/xml-node.ts";

const CORE_NAMES: Readonly<Record<string, string>> = {
  creator: "author",
  description: "comments",
  lastModifiedBy: "lastsavedby",
};

export function readProperties(pack: OpcPackage): Map<string, string> {
  const properties = new Map<string, string>();
  for (const type of ["core-properties", "extended-properties"]) {
    for (const element of pack.xml(pack.targetOfType("", type))?.children ?? []) {
      const name = localName(element);
      properties.set((CORE_NAMES[name] ?? name).toLowerCase(), element.text);
    }
  }
  for (const element of pack.xml(pack.targetOfType("", "custom-properties"))?.children ?? []) {
    const name = element.attributes.name;
    if (name) properties.set(name.toLowerCase(), element.children[0]?.text ?? "");
  }
  return properties;
}
