import type { DocumentTagCall } from "../../language/render-context.ts";
import type { RenderJob } from "./render-job.ts";

/**
 * Turns the value of a tag into markup, at the tag's place. Printers are made when a template is compiled and shared by
 * its renders, so they keep nothing of a render: that is the job's.
 */
export interface Printer {
  print(value: unknown, job: RenderJob, raw: boolean): string;
  /** Draws a document tag; places that cannot show it return its text or nothing. */
  draw?(call: DocumentTagCall, job: RenderJob): string;
}

/** Gives a value another shape before it is printed, such as that of a numeric picture. */
export type ValueFormat = (value: unknown, job: RenderJob) => unknown;
