import { buildPresentation, parseZip, RECOMMENDED_ZIP_LIMITS, renderSlide } from "@aiden0z/pptx-renderer";
import type { PresentationRenderer } from "../presentation-renderer.ts";

/** Slides drawn by @aiden0z/pptx-renderer; `echarts-core.ts` and `echarts-renderers.ts` make its charts printable. */
export const libraryRenderer: PresentationRenderer = {
  async open(bytes) {
    const presentation = buildPresentation(await parseZip(bytes, RECOMMENDED_ZIP_LIMITS));
    const shown = presentation.slides.filter((slide) => !slide.hidden);
    const mediaUrlCache = new Map<string, string>();

    return {
      widthPx: presentation.width,
      heightPx: presentation.height,
      slideCount: shown.length,
      async draw(slideIndex, into, report) {
        const slide = shown[slideIndex];
        if (!slide) return;
        const handle = renderSlide(presentation, slide, {
          mediaUrlCache,
          // PDF previews inside of metafiles would need a worker, which the sealed page does not allow.
          pdfjs: false,
          onNodeError: (node, error) => report(`shape ${node}: ${error instanceof Error ? error.message : error}`),
        });
        into.append(handle.element);
        await handle.ready;
      },
    };
  },
};
