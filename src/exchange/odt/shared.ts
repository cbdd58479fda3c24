/** What all texts of a file are read with. */
import type { MarkupCount } from "../markup-count.ts";
import type { EmbeddedObjects } from "../open-document/embedded-objects.ts";
import type { FormControls } from "../open-document/form-controls.ts";
import type { Pictures } from "../open-document/pictures.ts";
import type { StyleBook } from "../open-document/style-book.ts";
import type { Paints } from "../open-drawing/paints.ts";
import type { DatePictures } from "./date-pictures.ts";
import type { LinkedFrames } from "./linked-frames.ts";
import type { Lists } from "./lists.ts";
import type { Notes } from "./notes.ts";
import type { OdtSettings } from "./settings.ts";
import type { TextFormats } from "./text-formats.ts";

export interface Shared {
  book: StyleBook;
  formats: TextFormats;
  lists: Lists;
  dates: DatePictures;
  notes: Notes;
  pictures: Pictures;
  objects: EmbeddedObjects;
  paints: Paints;
  frames: LinkedFrames;
  controls: FormControls;
  count: MarkupCount;
  warnings: Set<string>;
  rules: OdtSettings;
  /** Names of places -> their numbers. */
  bookmarks: Map<string, number>;
}
