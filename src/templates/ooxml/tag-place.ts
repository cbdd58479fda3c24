/** Where a tag is in the file. */

/** Where a tag is, for the person who wrote it. */
export interface TagPlace {
  part: string;
  /** Words for a person, e.g. `table 2, row 3, cell 2`; worked out only if something is wrong there. */
  where: () => string;
  /** The text after this one, in which a tag that was cut in two may continue. */
  next?: () => { text: string; where: string } | undefined;
  /** What must contain a whole tag; a paragraph by default. */
  unit?: "cell";
}
