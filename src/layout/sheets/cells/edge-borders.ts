/** Borders of cells: every edge is drawn once, the stronger of two neighbors wins. */

import type { BorderSegment } from "../../flow/fragments.ts";
import type { Border } from "../../model/formatting.ts";
import type { BorderEdge } from "../styles/styles.ts";

interface Line {
  style: string;
  widthPt: number;
  strength: number;
}

const LINES: Readonly<Record<string, Line>> = {
  hair: { style: "dotted", widthPt: 0.3, strength: 1 },
  dotted: { style: "dotted", widthPt: 0.75, strength: 2 },
  dashDotDot: { style: "dotDotDash", widthPt: 0.75, strength: 3 },
  dashDot: { style: "dotDash", widthPt: 0.75, strength: 4 },
  dashed: { style: "dashed", widthPt: 0.75, strength: 5 },
  thin: { style: "single", widthPt: 0.75, strength: 6 },
  mediumDashDotDot: { style: "dotDotDash", widthPt: 1.5, strength: 7 },
  slantDashDot: { style: "dotDash", widthPt: 1.5, strength: 8 },
  mediumDashDot: { style: "dotDash", widthPt: 1.5, strength: 9 },
  mediumDashed: { style: "dashed", widthPt: 1.5, strength: 10 },
  medium: { style: "single", widthPt: 1.5, strength: 11 },
  thick: { style: "single", widthPt: 2.25, strength: 13 },
  double: { style: "double", widthPt: 0.75, strength: 12 },
};
const THIN: Line = { style: "single", widthPt: 0.75, strength: 6 };

function borderOf(edge: BorderEdge): Border {
  const { style, widthPt } = LINES[edge.style] ?? THIN;
  return { style, widthPt, color: edge.color, spacePt: 0 };
}

function strengthOf(edge: BorderEdge): number {
  return (LINES[edge.style] ?? THIN).strength;
}

/** Gathers edges by place and returns lines that continue each other as one. */
export class EdgeBorders {
  /** Places of lines as they are told apart, to hundredths of a point, numbered: pages have few, and many edges at each. */
  readonly #numbers = new Map<number, number>();
  readonly #numbersByText = new Map<string, number>();
  readonly #edges = new Map<string, { edge: BorderEdge; x1Pt: number; y1Pt: number; x2Pt: number; y2Pt: number }>();
  readonly #diagonals: BorderSegment[] = [];

  add(edge: BorderEdge | undefined, x1Pt: number, y1Pt: number, x2Pt: number, y2Pt: number): void {
    if (!edge) return;
    const key = `${this.#number(x1Pt)} ${this.#number(y1Pt)} ${this.#number(x2Pt)} ${this.#number(y2Pt)}`;
    const known = this.#edges.get(key);
    if (!known || strengthOf(edge) > strengthOf(known.edge)) this.#edges.set(key, { edge, x1Pt, y1Pt, x2Pt, y2Pt });
  }

  addDiagonal(edge: BorderEdge | undefined, x1Pt: number, y1Pt: number, x2Pt: number, y2Pt: number): void {
    if (edge) this.#diagonals.push({ border: borderOf(edge), x1Pt, y1Pt, x2Pt, y2Pt });
  }

  segments(): BorderSegment[] {
    const open = new Map<string, BorderSegment>();
    const segments: BorderSegment[] = [...this.#diagonals];
    for (const { edge, ...place } of this.#edges.values()) {
      const appearance = `${edge.style}${edge.color}`;
      const previous = open.get(`${appearance}|${this.#number(place.x1Pt)}|${this.#number(place.y1Pt)}`);
      const straight = (one: BorderSegment) =>
        (one.x1Pt === place.x2Pt && one.x1Pt === one.x2Pt) || (one.y1Pt === place.y2Pt && one.y1Pt === one.y2Pt);
      let segment: BorderSegment;
      if (previous && straight(previous)) {
        previous.x2Pt = place.x2Pt;
        previous.y2Pt = place.y2Pt;
        segment = previous;
      } else {
        segment = { border: borderOf(edge), ...place };
        segments.push(segment);
      }
      open.set(`${appearance}|${this.#number(place.x2Pt)}|${this.#number(place.y2Pt)}`, segment);
    }
    return segments;
  }

  #number(valuePt: number): number {
    let number = this.#numbers.get(valuePt);
    if (number === undefined) {
      const text = valuePt.toFixed(2);
      number = this.#numbersByText.get(text) ?? this.#numbersByText.size;
      this.#numbersByText.set(text, number);
      this.#numbers.set(valuePt, number);
    }
    return number;
  }
}
