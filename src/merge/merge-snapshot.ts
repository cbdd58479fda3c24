import type { DocumentOutput, DocumentSettings, DocumentType } from "../domain/document.ts";
import type { StoredDocument } from "../store/document-rows.ts";

/**
 * What a run needs of its document, as it was when the merge was accepted: a document that is changed or deleted while
 * the run waits changes nothing. Kept in the run's options, beside the pinned template version.
 */
export interface MergeSnapshot {
  documentId: number;
  versionId: string;
  /** Where the version's bytes are. */
  templateKey: string;
  name: string;
  type: DocumentType;
  output: DocumentOutput;
  outputName: string;
  /** Inches, as text; empty for the default. */
  sizeWidth: string;
  sizeHeight: string;
  settings: DocumentSettings;
  retentionDays?: number;
}

export function snapshotOf(document: StoredDocument): MergeSnapshot {
  return {
    documentId: document.id,
    versionId: document.version.id,
    templateKey: document.version.blobKey,
    name: document.name,
    type: document.type,
    output: document.output,
    outputName: document.outputName,
    sizeWidth: document.sizeWidth,
    sizeHeight: document.sizeHeight,
    settings: document.settings,
    retentionDays: document.retentionDays,
  };
}
