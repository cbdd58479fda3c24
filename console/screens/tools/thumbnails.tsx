import { Text } from "@mantine/core";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { openPdf } from "../../parts/pdf/open-pdf.ts";
import classes from "./tools.module.css";

interface ThumbnailsProps {
  file: File;
  /** Numbers of pages, from 1. */
  picked: ReadonlySet<number>;
  onPick: (pages: ReadonlySet<number>) => void;
}

/** The pages of a PDF, to be picked by clicking. */
export function Thumbnails({ file, picked, onPick }: ThumbnailsProps) {
  const [pdf, setPdf] = useState<PDFDocumentProxy>();
  const [failure, setFailure] = useState("");

  useEffect(() => {
    let opened: PDFDocumentProxy | undefined;
    let isCurrent = true;
    file
      .arrayBuffer()
      .then((bytes) => openPdf(new Uint8Array(bytes)))
      .then((document) => {
        opened = document;
        if (isCurrent) setPdf(document);
        else void document.loadingTask.destroy();
      })
      .catch((error: unknown) => isCurrent && setFailure(error instanceof Error ? error.message : String(error)));

    return () => {
      isCurrent = false;
      void opened?.loadingTask.destroy();
    };
  }, [file]);

  if (failure)
    return (
      <Text size="sm" className="quiet">
        The pages cannot be displayed: {failure}
      </Text>
    );
  if (!pdf) return null;
  const toggle = (page: number) => {
    const next = new Set(picked);
    if (!next.delete(page)) next.add(page);
    onPick(next);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of toggles, not of form fields
    <div className={classes.thumbs} role="group" aria-label="Pages">
      {Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
        <button
          key={number}
          type="button"
          className={classes.thumb}
          aria-pressed={picked.has(number)}
          aria-label={`Page ${number}`}
          onClick={() => toggle(number)}
        >
          <Thumbnail pdf={pdf} number={number} />
          {number}
        </button>
      ))}
    </div>
  );
}

const WIDTH_PX = 160;

function Thumbnail({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const { current } = canvas;
    if (!current) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      void pdf
        .getPage(number)
        .then((page) => {
          const viewport = page.getViewport({ scale: WIDTH_PX / page.getViewport({ scale: 1 }).width });
          current.width = Math.floor(viewport.width);
          current.height = Math.floor(viewport.height);

          return page.render({ canvas: current, viewport }).promise;
        })
        // The file has been replaced by another one meanwhile.
        .catch(() => undefined);
    });
    observer.observe(current);

    return () => observer.disconnect();
  }, [pdf, number]);

  return <canvas ref={canvas} width={WIDTH_PX} height={WIDTH_PX * Math.SQRT2} aria-hidden />;
}
