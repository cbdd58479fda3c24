import type { PdfDocument } from "../document.ts";
import { walkTree } from "../metered-walk.ts";
import type { PdfDict, PdfObject } from "../objects.ts";
import { everyDictionary } from "./every-dictionary.ts";

/** ISO 19005-2, 6.5.1. */
const ALLOWED_ACTIONS = /^(?:GoTo|GoToR|GoToE|Thread|URI|SubmitForm)$/;
const ALLOWED_NAMED_ACTIONS = /^(?:NextPage|PrevPage|FirstPage|LastPage)$/;

/**
 * Takes out what runs by itself or leads outside: scripts, launch actions, sounds, films, event actions (ISO 19005-2,
 * 6.4 and 6.5). Returns what was taken out, as warnings put it.
 */
export function removeActiveContent(document: PdfDocument): string[] {
  const { catalog } = document;
  const removed = new Set<string>();
  const dropActions = (entries: PdfDict, ...keys: string[]) => {
    for (const key of keys) {
      const kept = allowedAction(document, entries.get(key), removed);
      if (kept === undefined) entries.delete(key);
      else entries.set(key, kept);
    }
  };
  const dropEvents = (entries: PdfDict) => {
    if (entries.delete("AA")) removed.add("actions of events");
  };
  dropEvents(catalog);
  // a destination is an array or a name, and stays
  if (document.dict(catalog.get("OpenAction"))) dropActions(catalog, "OpenAction");
  for (const key of ["NeedsRendering", "Requirements"]) catalog.delete(key);
  // signatures are valid for the bytes as they were
  catalog.delete("Perms");
  const names = document.dict(catalog.get("Names"));
  if (names?.delete("JavaScript")) removed.add("scripts");
  names?.delete("AlternatePresentations");
  const form = document.dict(catalog.get("AcroForm"));
  if (form?.delete("XFA")) removed.add("the form's XFA");
  form?.delete("NeedAppearances");
  const none: string | undefined = undefined;
  walkTree<string | undefined>(document, document.array(form?.get("Fields")) ?? [], none, ({ entries, context }) => {
    const type = document.name(entries.get("FT")) ?? context;
    if (type === "Sig" && entries.delete("V")) removed.add("signatures");
    dropEvents(entries);
    // a widget has no action at all; fields without a widget have none to begin with
    if (entries.delete("A")) removed.add("actions of buttons");
    return { kids: document.array(entries.get("Kids")) ?? [], context: type };
  });
  for (const [index, page] of document.pages.entries()) {
    document.work.at(`page ${index + 1}`);
    dropEvents(page.dict);
    page.dict.delete("PresSteps");
    for (const object of document.array(page.dict.get("Annots")) ?? []) {
      document.work.charge("object");
      const annotation = document.dict(object);
      if (!annotation) continue;
      dropEvents(annotation);
      if (document.name(annotation.get("Subtype")) === "Widget" && annotation.delete("A")) {
        removed.add("actions of buttons");
      }
      dropActions(annotation, "A", "PA");
    }
  }
  const bookmarks = new Set<PdfDict>();
  const pending = [document.dict(catalog.get("Outlines"))?.get("First")];
  while (pending.length > 0) {
    document.work.charge("object");
    const bookmark = document.dict(pending.pop());
    if (!bookmark || bookmarks.has(bookmark)) continue;
    bookmarks.add(bookmark);
    dropActions(bookmark, "A");
    pending.push(bookmark.get("Next"), bookmark.get("First"));
  }
  return removed.size === 0 ? [] : [`Taken out: ${[...removed].join(", ")}.`];
}

const MAX_CHAIN_LENGTH = 8;

/** The action with those that may follow it; undefined when it is not allowed itself. Chains of actions are short. */
function allowedAction(
  document: PdfDocument,
  object: PdfObject | undefined,
  removed: Set<string>,
  depth = 0,
): PdfObject | undefined {
  const action = document.dict(object);
  if (object === undefined || !action) return undefined;
  const kind = document.name(action.get("S")) ?? "";
  const isAllowed =
    ALLOWED_ACTIONS.test(kind) ||
    (kind === "Named" && ALLOWED_NAMED_ACTIONS.test(document.name(action.get("N")) ?? ""));
  if (!isAllowed) {
    removed.add(kind === "JavaScript" ? "scripts" : `${kind || "unknown"} actions`);
    return undefined;
  }
  const next = action.get("Next");
  const followers = document.array(next) ?? (next === undefined ? [] : [next]);
  document.work.charge("object", followers.length);
  if (depth >= MAX_CHAIN_LENGTH) action.delete("Next");
  else if (followers.length > 0) {
    const kept = followers.flatMap((follower) => allowedAction(document, follower, removed, depth + 1) ?? []);
    if (kept.length === 0) action.delete("Next");
    else action.set("Next", kept);
  }
  return object;
}

/** Takes out metadata of parts of the document: only the document's own are made to agree. */
export function removePartMetadata(document: PdfDocument): void {
  everyDictionary(document, (entries) => {
    if (entries !== document.catalog) entries.delete("Metadata");
  });
}
