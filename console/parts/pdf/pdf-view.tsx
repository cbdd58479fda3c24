import { Text } from "@mantine/core";
import type { PDFDocumentProxy, PDFWorker } from "pdfjs-dist";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { openPdf, startPdfWorker } from "./open-pdf.ts";
import { PdfPage } from "./pdf-page.tsx";
import classes from "./pdf-view.module.css";

interface PdfViewProps {
  bytes: Uint8Array | undefined;
  /** What the PDF is, for screen readers. */
  label: string;
  /** How much larger than it fits, 1 at first. */
  zoom?: number;
  /** The greatest width at which a page is drawn, in CSS pixels. */
  maxWidth?: number;
  /** Without form fields and comments: something else draws them. */
  hidesFields?: boolean;
  /** Drawn over each page, e.g. its form fields. */
  overlay?: ((pageNumber: number, pdf: PDFDocumentProxy) => ReactNode) | undefined;
}

/**
 * The pages of a PDF, one below the other. While newer bytes are being prepared, the previous pages stay as they are.
 */
export function PdfView({ bytes, label, maxWidth = 860, zoom = 1, hidesFields = false, overlay }: PdfViewProps) {
  const [worker, setWorker] = useState<PDFWorker>();
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [failure, setFailure] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  const width = useFrameWidth(frame);

  useEffect(() => {
    const started = startPdfWorker();
    setWorker(started);

    return () => started.destroy();
  }, []);

  useEffect(() => {
    if (!bytes || !worker) return;
    let isCurrent = true;
    openPdf(bytes, worker).then(
      (opened) => {
        if (!isCurrent) return void opened.loadingTask.destroy();
        setFailure("");
        setPdf((before) => {
          // Pages of the previous one may still be drawing: it is closed once they have been replaced.
          if (before) setTimeout(() => void before.loadingTask.destroy(), 5_000);

          return opened;
        });
      },
      (error: unknown) => isCurrent && setFailure(error instanceof Error ? error.message : String(error)),
    );

    return () => {
      isCurrent = false;
    };
  }, [bytes, worker]);

  const pages = pdf ? Array.from({ length: pdf.numPages }, (_, index) => index + 1) : [];

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.frame} ref={frame} aria-label={label} tabIndex={0}>
      {failure && (
        <Text size="sm" c="red" role="alert" p="md">
          The PDF cannot be shown: {failure}
        </Text>
      )}
      {pdf &&
        width > 0 &&
        pages.map((number) => (
          <PdfPage
            key={number}
            pdf={pdf}
            number={number}
            width={Math.round(Math.min(maxWidth, width - 32) * zoom)}
            hidesFields={hidesFields}
            overlay={overlay?.(number, pdf)}
          />
        ))}
    </section>
  );
}

/** Width of the frame in pixels, in steps, so that a moving scroll bar redraws nothing. */
function useFrameWidth(frame: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor((entry?.contentRect.width ?? 0) / 20) * 20));
    observer.observe(current);

    return () => observer.disconnect();
  }, [frame]);

  return width;
}
