/** The parts of a package while it is made. */
import { type PartRelationship, part, relationshipsPart } from "../markup/xml.ts";

export class PackageWriter {
  readonly parts = new Map<string, Uint8Array>();

  /** `name` without the leading slash; targets of relationships count from the folder of the part. */
  addXml(name: string, xml: string, relationships: readonly PartRelationship[] = []): void {
    this.parts.set(name, part(xml));
    if (relationships.length > 0) this.relate(name, relationships);
  }

  addBytes(name: string, bytes: Uint8Array): void {
    this.parts.set(name, bytes);
  }

  /** The relationships of a part; those of the package itself for the empty name. */
  relate(name: string, relationships: readonly PartRelationship[]): void {
    const slash = name.lastIndexOf("/") + 1;
    this.parts.set(`${name.slice(0, slash)}_rels/${name.slice(slash)}.rels`, relationshipsPart(relationships));
  }
}
