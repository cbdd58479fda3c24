/** What draws slides: one implementation stands behind it, so that it can be replaced without touching the rest. */
export interface PresentationRenderer {
  /** Reads a package. Rejects with an error whose message a person can act on. */
  open(bytes: ArrayBuffer): Promise<Presentation>;
}

/** A presentation that is open. */
export interface Presentation {
  /** Size of every slide in CSS pixels. */
  widthPx: number;
  heightPx: number;
  /** Slides that are shown, in order; hidden ones are left out, as in PowerPoint's own PDF. */
  slideCount: number;
  /**
   * Draws a slide into an element that is in the document and has the slide's size. Fulfilled when all of it is there;
   * problems with single shapes are reported and leave a gap.
   */
  draw(slideIndex: number, into: HTMLElement, report: (problem: string) => void): Promise<void>;
}
