/** Where a tag stands in the file. */

/** Where a tag stands, for the person who wrote it. */
export interface TagPlace {
  part: string;
  /** Words for a person, e.g. `table 2, row 3, cell 2`; worked out only when something is wrong there. */
  where: () => string;
  /** The text behind this one, in which a tag may go on that was cut in two. */
  next?: () => { text: string; where: string } | undefined;
  /** What a tag has to stand in as a whole; a paragraph where nothing is said. */
  unit?: "cell";
}
