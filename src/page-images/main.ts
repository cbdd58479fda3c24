/** Entry of the script that the sealed tab for page pictures loads. */
import { drawPages } from "./draw-pages.ts";

Object.assign(globalThis, { docloomPdf: drawPages });
