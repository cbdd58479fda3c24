import type { Route, RouteRule } from "../domain/route.ts";
import type { DocumentSnapshot, DocumentTask, MergeTask } from "../domain/run-task.ts";
import type { DataSessionOwner } from "../store/data-sessions.ts";
import type { StoredDocument } from "../store/document-rows.ts";

/** A document or a data route as it is when data arrive for it. */
export interface ResolvedTarget {
  workspaceId: string;
  task: MergeTask;
  /** An inactive one merges in test mode only. */
  active: boolean;
  /** The id under which its sessions are kept. */
  dataSessionOwner: DataSessionOwner;
  /** Sessions of any name are everybody's who knows the merge address. */
  hasOpenDataSessions: boolean;
}

/** What may be asked for with one merge, overriding the document's settings. */
export interface MergeOverrides {
  /** Whether PDF forms are flattened. */
  flatten?: boolean;
  /** Whether values are escaped for html. */
  autoescape?: boolean;
}

export function snapshotOf(document: StoredDocument, { flatten, autoescape }: MergeOverrides = {}): DocumentSnapshot {
  // no merge needs the fill-in page, whose logo alone may be larger than all else
  const { fill_in: _, ...settings } = document.settings;
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
    settings: {
      ...settings,
      ...(flatten === undefined ? {} : { flatten }),
      ...(autoescape === undefined ? {} : { autoescape }),
    },
  };
}

export function resolvedDocument(
  document: StoredDocument,
  overrides: MergeOverrides = {},
): ResolvedTarget & { task: DocumentTask } {
  return {
    workspaceId: document.workspaceId,
    task: { kind: "document", document: snapshotOf(document, overrides) },
    active: document.active,
    dataSessionOwner: `document/${document.id}`,
    hasOpenDataSessions: document.settings.sessions === "open",
  };
}

export function resolvedRoute(
  route: Route,
  rules: RouteRule[],
  { flatten, autoescape }: MergeOverrides = {},
): ResolvedTarget {
  const { fill_in: _, ...settings } = route.settings;
  return {
    workspaceId: route.workspaceId,
    task: {
      kind: "route",
      route: {
        routeId: route.id,
        name: route.name,
        outputName: route.outputName,
        rules,
        settings,
        flatten,
        autoescape,
      },
    },
    active: route.active,
    dataSessionOwner: `route/${route.id}`,
    hasOpenDataSessions: route.settings.sessions === "open",
  };
}
