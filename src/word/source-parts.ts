import { present } from "../domain/present.ts";
import { relativePartName } from "../office/part-name.ts";
import { parseXml } from "../office/xml-tree.ts";
import { rewriteContent } from "./content-rewriter.ts";
import { isDroppedRelationship } from "./dropped-parts.ts";
import { externalTarget, RelationshipMap } from "./relationship-map.ts";
import { withoutThemeReferences } from "./resolve-theme.ts";
import type { SourceFile } from "./source-file.ts";

/** Parts that hold paragraphs, and come in as parts of their own. */
const STORIES = /\/(?:header|footer)$/;
/** Parts of drawings, which may refer to the theme. */
const DRAWINGS = /\/(?:chart|chartEx|diagram\w+|chartUserShapes|themeOverride)$/;

/** Brings in parts of a file, with everything that they refer to, each once. */
export class SourceParts {
  readonly #names = new Map<string, string>();

  readonly #file: SourceFile;

  constructor(file: SourceFile) {
    this.#file = file;
  }

  /** Relationships of a part whose markup moves into a part of the target. */
  map(sourcePart: string, targetPart: string): RelationshipMap {
    const { pack, targets } = this.#file;
    return new RelationshipMap(
      pack.relationships(sourcePart),
      targets.output.relationships(targetPart),
      (name, type) => this.import(name, type),
      (bookmark) => this.#file.bookmark(bookmark),
    );
  }

  /** Name of a part in the target; undefined if it is missing. */
  import(name: string, relationshipType: string): string | undefined {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const { pack, targets } = this.#file;
    if (!pack.zip.has(name)) return undefined;
    const free = this.#add(name, relationshipType);
    this.#names.set(name, free);
    const own = pack.relationships(name);
    const destination = targets.output.relationships(free);
    for (const relationship of own.all()) {
      if (destination.byId(relationship.id) || isDroppedRelationship(relationship, false)) continue;
      const { external, type } = relationship;
      const part = own.targetPart(relationship);
      const imported = part === undefined ? undefined : this.import(part, type);
      const address = external
        ? externalTarget(relationship.target, (bookmark) => this.#file.bookmark(bookmark))
        : imported && relativePartName(imported, free);
      if (address !== undefined) destination.insert({ ...relationship, target: address });
    }
    return free;
  }

  #add(name: string, relationshipType: string): string {
    const { pack, targets, theme } = this.#file;
    const { output } = targets;
    const isStory = STORIES.test(relationshipType);
    const isDrawing = DRAWINGS.test(relationshipType) && theme !== undefined;
    if (!isStory && !isDrawing && !pack.isStrict) return output.copy(pack, name);
    if (!isStory && !isDrawing && !name.endsWith(".xml")) return output.copy(pack, name);
    const free = output.allocateName(name);
    // Known before its content is: a part may refer to itself.
    this.#names.set(name, free);
    const xml = present(pack.text(name));
    const content = isStory
      ? rewriteContent(parseXml(xml), this.#file).toString()
      : isDrawing
        ? withoutThemeReferences(xml, theme)
        : xml;
    output.set(free, content, pack.contentTypes.of(name) ?? "application/xml");
    return free;
  }
}
