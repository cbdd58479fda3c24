/** What the writers of one story share. */

import type { ShapeAnchor } from "./drawing-store.ts";
import type { StoryName } from "./file-information-block.ts";
import type { PackageBuilder, PartRelationships } from "./package-builder.ts";
import type { ShapeWriter } from "./shape-writer.ts";
import type { SourceDocument } from "./source-document.ts";

/** What the writers of one story share. */
export interface StoryContext {
  source: SourceDocument;
  story: StoryName;
  builder: PackageBuilder;
  relationships: PartRelationships;
  shapeWriter: ShapeWriter;
  /** By position within the story. */
  shapes: ReadonlyMap<number, ShapeAnchor>;
  lockedFields: ReadonlySet<number>;
}
