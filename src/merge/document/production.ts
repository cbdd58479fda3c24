import { Failure } from "../../domain/failure.ts";
import type { FileExtension } from "../../domain/media-type.ts";
import type { Renderer } from "../../domain/renderer.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import type { RenderedTemplate, TemplateFields, TemplateSource } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";
import type { OutputPdf, PdfRequest } from "../pdf/output-pdf.ts";
import type { MergedContent } from "../run/merged-file.ts";

/** Everything one production needs; `resultKey` is where a file too large to hand over goes. */
export interface Production extends PdfRequest {
  snapshot: DocumentSnapshot;
  source: TemplateSource;
  resultKey: string;
}

/** A merge's file before it is written, has a name and a place. */
export interface ProducedFile extends OutputPdf {
  extension: FileExtension;
  templateFields: TemplateFields;
  /** What drew the pages of a PDF. */
  renderer?: Renderer;
  trace: RenderedTemplate["trace"];
}

/** A PDF as its maker hands it over: its bytes, or where they were stored. */
export function madeContent(
  made: { bytes: Uint8Array; key?: string } | { bytes?: undefined; key: string },
): MergedContent {
  return made.bytes ? { bytes: made.bytes } : { blobKey: made.key };
}

/** The bytes of the pinned version, read only when no compiled template is at hand. */
export function templateSource(
  { store }: MergeServices,
  workspaceId: string,
  { templateKey }: DocumentSnapshot,
): TemplateSource {
  return {
    versionKey: templateKey,
    async bytes() {
      const bytes = await store.blobs.get(workspaceId, templateKey);
      if (!bytes) throw new Failure("version_not_found", "The template of this merge is no longer there.");
      return bytes;
    },
  };
}
