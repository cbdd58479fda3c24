import type { DocumentSettings } from "../../domain/document.ts";
import type { OfficePackage } from "../ooxml/office-package.ts";
import { acceptChanges } from "./accept-changes.ts";
import { dropAuthorsSettings } from "./document-settings.ts";
import { unwrapControls } from "./unwrap-controls.ts";

/**
 * A template as it is merged: without what is only its author's, and without the traces of those who reviewed it, unless
 * their comments are to be kept.
 */
export function prepareWord(source: OfficePackage, { keep_comments }: Pick<DocumentSettings, "keep_comments">): void {
  dropAuthorsSettings(source);
  unwrapControls(source);
  if (!keep_comments) acceptChanges(source);
}
