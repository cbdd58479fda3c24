/** Which pages of a PDF are drawn, and how. Plain JSON. */
export interface DrawPagesOptions {
  /** First page to draw, from 1. */
  from: number;
  /** Dots per inch. */
  resolution: number;
  /** No page is begun after this many milliseconds or bytes; one is always drawn. */
  budgetMs: number;
  budgetBytes: number;
  /** What nothing is drawn on stays transparent, and pictures are PNG; white when absent. */
  transparent?: boolean;
}

export interface DrawnPages {
  /** Pages of the whole document. */
  total: number;
  pages: { widthPoints: number; heightPoints: number; kind: "png" | "jpeg"; bytes: Uint8Array }[];
}

/** A PDF whose pages are wanted as pictures. */
export interface DrawPagesCall {
  pdf: Uint8Array;
  options: DrawPagesOptions;
  /** Wall clock from the moment a tab is free, in milliseconds. */
  timeoutMs: number;
}
