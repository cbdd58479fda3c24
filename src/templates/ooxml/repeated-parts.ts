import type { AssemblyToken } from "../../language/assembly-token.ts";
import type { Printer } from "./printer.ts";

/** Marks the content of a part within that of the part that shows it. */
export const PART_GUARD = "q";
/** Follows the name of a part in rendered text; XML cannot hold it. */
export const PART_NAME_END = "\u0004";

/** A part that is written anew with each turn of a loop, e.g. a header or a chart. */
export interface RepeatedPart {
  template: string;
  tokens: readonly AssemblyToken[];
  /** The part whose relationship leads to it, and that relationship's type. */
  owner: string;
  type: string;
}

/** At the beginning of a part's content: the name of its copy. */
export const partStartPrinter = (template: string): Printer => ({
  print: (_, job) => job.startPart(template) + PART_NAME_END,
});

/** At its end: the id of the owner's relationship to the copy. */
export const partEndPrinter = ({ owner, type }: RepeatedPart): Printer => ({
  print: (_, job) => job.endPart(owner, type),
});

/** The name and the text of a part that a loop made. */
export function repeatedPartOf(content: string): [part: string, xml: string] {
  const end = content.indexOf(PART_NAME_END);
  return [content.slice(0, end), content.slice(end + 1)];
}
