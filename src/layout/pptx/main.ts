/** Entry of the bundle for presentations, which the layout bundle loads when it is needed. */
import { libraryRenderer } from "./library/library-renderer.ts";
import { type PptxOptions, renderPptx } from "./render-pptx.ts";

/** What the bundle leaves in the window. */
export type RenderPptx = (
  bytes: ArrayBuffer,
  root: HTMLElement,
  options: PptxOptions,
) => Promise<{ warnings: string[]; pages: number }>;

window.docloomPptx = (bytes, root, options) => renderPptx(libraryRenderer, bytes, root, options);
