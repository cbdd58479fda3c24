import type { Expression } from "../../language/ast.ts";
import type { MarkupPart } from "../ooxml/build-markup.ts";

/** A part of a Word template whose tags are bound to its markup. */
export interface BoundPart {
  part: string;
  markup: MarkupPart;
  /** Texts of its relationships' targets with tags, by relationship id. */
  links: ReadonlyMap<string, Expression>;
  /** A chart whose data are merged. */
  hasChartData: boolean;
  /** Data behind content controls: the text of each of its elements may hold tags. */
  isStore?: boolean;
}
