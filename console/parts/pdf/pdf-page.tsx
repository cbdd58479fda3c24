import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy, type RenderTask } from "pdfjs-dist";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./pdf-view.module.css";

/** The longest text of a page that is given to screen readers. */
const READ_CHARACTERS = 4_000;

interface PdfPageProps {
  pdf: PDFDocumentProxy;
  number: number;
  /** CSS pixels. */
  width: number;
  hidesFields: boolean;
  overlay?: ReactNode;
}

/** One page, drawn when it comes into sight; the previous picture stays until the new one is complete. */
export function PdfPage({ pdf, number, width, hidesFields, overlay }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState(Math.SQRT2);
  const [text, setText] = useState("");

  useEffect(() => {
    let task: RenderTask | undefined;
    let isCurrent = true;
    let observer: IntersectionObserver | undefined;

    async function draw(page: PDFPageProxy) {
      const scale = (width / page.getViewport({ scale: 1 }).width) * Math.min(2, window.devicePixelRatio);
      const viewport = page.getViewport({ scale });
      const fresh = document.createElement("canvas");
      fresh.width = Math.floor(viewport.width);
      fresh.height = Math.floor(viewport.height);
      const annotationMode = hidesFields ? AnnotationMode.DISABLE : AnnotationMode.ENABLE;
      task = page.render({ canvas: fresh, viewport, annotationMode });
      await task.promise;
      const target = canvas.current;
      if (!isCurrent || !target) return;
      target.width = fresh.width;
      target.height = fresh.height;
      target.getContext("2d")?.drawImage(fresh, 0, 0);
      target.dataset.drawn = pdf.fingerprints[0] ?? "";
      const { items } = await page.getTextContent();
      const words = items.map((item) => ("str" in item ? item.str : "")).join(" ");
      if (isCurrent) setText(words.replace(/\s+/g, " ").trim().slice(0, READ_CHARACTERS));
    }

    pdf
      .getPage(number)
      .then((page) => {
        if (!isCurrent || !box.current) return;
        const { width: pageWidth, height: pageHeight } = page.getViewport({ scale: 1 });
        setRatio(pageHeight / pageWidth);
        observer = new IntersectionObserver(
          ([entry]) => {
            if (!entry?.isIntersecting) return;
            observer?.disconnect();
            // A drawing that was abandoned because a newer one is due is not a failure.
            draw(page).catch(() => undefined);
          },
          { rootMargin: "400px" },
        );
        observer.observe(box.current);
      })
      // The document was closed: a newer one is being drawn.
      .catch(() => undefined);

    return () => {
      isCurrent = false;
      observer?.disconnect();
      task?.cancel();
    };
  }, [pdf, number, width, hidesFields]);

  return (
    <div className={classes.page} ref={box} style={{ width, height: Math.round(width * ratio) }}>
      <canvas
        ref={canvas}
        className={classes.canvas}
        role="img"
        aria-label={`Page ${number}${text === "" ? "" : `: ${text}`}`}
      />
      {overlay}
    </div>
  );
}
