import type { Page } from "../page.ts";

/** Rows of a page. */
export interface FoundRows<Row> {
  rows: Row[];
  /** Where the next page begins, if this one has fewer than asked for only because no more files were to be read. */
  goesOnAfter?: string;
}

/** Files that can have rows of a page. */
export interface FilesOfPage<File> {
  /** Those in the midst of which the page begins. */
  here: readonly File[];
  /** Those after that, in the order of the page by what comes first in each. */
  next: readonly File[];
}

/** How files are read for a page. */
interface FileReading<File, Row> {
  /** How many of those after its beginning at most. */
  most: number;
  /** The first and the last id of what a file has for the list. */
  endsOf(file: File): { first: string; last: string };
  rowsOf(file: File): Promise<Row[]>;
}

/** Follows all letters and digits of ids, and the dash before the number of a part. */
const AFTER_ALL = "~";

/**
 * A page of rows from a database and from files, by their ids. Files are read one after the other, until none of those that are left can
 * have a row of the page: none at all where the rows of the database are newer, or older, than all files.
 * @param inDatabase the first rows of the page from there, as many as asked for if there are so many
 */
export async function joinedPage<File, Row extends { id: string }>(
  { limit, after, descending = false }: Page,
  inDatabase: readonly Row[],
  { here, next }: FilesOfPage<File>,
  { most, endsOf, rowsOf }: FileReading<File, Row>,
): Promise<FoundRows<Row>> {
  const isBefore = (id: string, other: string): boolean => (descending ? id > other : id < other);
  const isOfPage = ({ id }: Row): boolean => after === undefined || isBefore(after.id, id);
  let rows = [...inDatabase];
  const add = async (file: File): Promise<void> => {
    const added = (await rowsOf(file)).filter(isOfPage);
    rows = [...rows, ...added].sort((a, b) => (isBefore(a.id, b.id) ? -1 : 1)).slice(0, limit);
  };

  for (const file of here) await add(file);
  for (const [index, file] of next.entries()) {
    const { first, last } = endsOf(file);
    const begin = descending ? last : first;
    const end = rows[limit - 1];
    if (end && isBefore(end.id, begin)) break;
    if (index === most) {
      // What is behind the beginning of this file comes with it.
      const goesOnAfter = descending ? begin + AFTER_ALL : justBefore(begin);
      return { rows: rows.filter(({ id }) => isBefore(id, begin)), goesOnAfter };
    }
    await add(file);
  }
  return { rows };
}

/** Between an id and all ids before it. */
function justBefore(id: string): string {
  const last = id.length - 1;
  return id.slice(0, last) + String.fromCharCode(id.charCodeAt(last) - 1) + AFTER_ALL;
}
