/** Entry of the bundle that draws PDFs, which the layout bundle loads when it is needed. */
import { type DrawnPages, type DrawOptions, drawPages } from "./draw-pages.ts";

/** What the bundle leaves in the window. */
export type DrawPdf = (bytes: Uint8Array, options: DrawOptions) => Promise<DrawnPages>;

window.docloomPdf = drawPages;
