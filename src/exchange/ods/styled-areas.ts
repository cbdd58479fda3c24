/** The cells of a sheet whose style names conditions, as areas. */
import type { GridRange } from "../../spreadsheet/grid-range.ts";
import type { OdfNode } from "../open-document/odf-nodes.ts";
import type { StyleBook } from "../open-document/style-book.ts";

const MOST_STYLES = 500;
const MOST_AREAS = 500;

/** Areas of one style. */
interface Styled {
  maps: readonly OdfNode[];
  areas: GridRange[];
  /** The last area of the same columns, which the next row may continue. */
  open: Map<string, GridRange>;
}

export class StyledAreas {
  readonly #book: StyleBook;
  readonly #styles = new Map<string, Styled>();

  constructor(book: StyleBook) {
    this.#book = book;
  }

  /** Cells of one style, row by row. */
  add(styleName: string | undefined, area: GridRange): void {
    const styled = styleName === undefined ? undefined : this.#styled(styleName);
    if (!styled) return;
    const key = `${area.left} ${area.right}`;
    const open = styled.open.get(key);
    if (open && open.bottom === area.top - 1) open.bottom = area.bottom;
    else if (styled.areas.length < MOST_AREAS) {
      const own = { ...area };
      styled.areas.push(own);
      styled.open.set(key, own);
    }
  }

  get all(): readonly Pick<Styled, "areas" | "maps">[] {
    return [...this.#styles.values()];
  }

  #styled(styleName: string): Styled | undefined {
    const known = this.#styles.get(styleName);
    if (known) return known;
    const maps = this.#book.style("table-cell", styleName)?.maps ?? [];
    if (maps.length === 0 || this.#styles.size >= MOST_STYLES) return undefined;
    const styled: Styled = { maps, areas: [], open: new Map() };
    this.#styles.set(styleName, styled);
    return styled;
  }
}
