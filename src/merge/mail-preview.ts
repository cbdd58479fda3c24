import { DeliveryError } from "../delivery/delivery-error.ts";
import type { DeliveryContext } from "../delivery/delivery-kind.ts";
import {
  attachedDocumentIds,
  documentInTest,
  goneDocument,
  unseenDocument,
} from "../delivery/email/attached-documents.ts";
import { intendedEnvelope } from "../delivery/intended-envelope.ts";
import { emailKind } from "../delivery/kinds/email.ts";
import { createSettingRenderer } from "../delivery/setting-renderer.ts";
import { openMailServer } from "../delivery/workspace-mail-server.ts";
import type { PlainSettings } from "../domain/delivery/delivery-secrets.ts";
import type { MergeData } from "../domain/merge-data.ts";
import type { Run, RunFile } from "../domain/run.ts";
import type { DocumentSnapshot } from "../domain/run-task.ts";
import { mergeText } from "../language/merge-text.ts";
import { type MergeServices, workspaceDefaults } from "./context.ts";
import { drawForMail, mailAddresses, mailTags } from "./mail-rendering.ts";
import { outputFileName } from "./run/file-names.ts";
import { mediaTypeOf } from "./run/merged-file.ts";

/** A mail as it would leave; nothing was stored or sent. */
export interface MailPreview {
  /** Sender, recipients, subject, names of the attachments; what could be merged of them if there is a problem. */
  envelope: Record<string, unknown>;
  html: string;
  text: string;
  warnings: string[];
  /** Why it would not leave; empty if it would. */
  problem: string;
}

/** What is asked about. */
export interface PreviewedMail {
  settings: PlainSettings;
  data: MergeData;
  /** Whose file goes along, in whose language; undefined: no document's. */
  document: DocumentSnapshot | undefined;
  publicBaseUrl: string;
  /** Whoever looks sees all folders: what is not found is not there. */
  seesAll: boolean;
}

/** Merges the settings of an e-mail delivery, saved or as somebody is writing them, with data. */
export async function mailPreview(
  services: MergeServices,
  workspaceId: string,
  { settings, data, document, publicBaseUrl, seesAll }: PreviewedMail,
): Promise<MailPreview> {
  const { store, env } = services;
  const [workspace, stored] = await Promise.all([
    store.workspaces.byId(workspaceId),
    store.mailServers.ofWorkspace(workspaceId),
  ]);
  const defaults = workspaceDefaults(workspace);
  const now = services.now();
  const language = {
    now,
    locale: document?.settings.locale ?? defaults.locale,
    timeZone: document?.settings.timezone ?? defaults.timeZone,
    currency: document?.settings.currency ?? defaults.currency,
  };
  const files = document ? [mergedFile(document, mergeText(document.outputName, data, language))] : [];
  const context: DeliveryContext = {
    entry: { ...ENTRY, workspaceId, settings, createdAt: now },
    run: runOf(workspaceId, document, now),
    files,
    data,
    secrets: [],
    render: createSettingRenderer(data, language, mailTags, mailAddresses),
    timeZone: language.timeZone,
    publicBaseUrl,
    internalHosts: defaults.internalHosts,
    mailServer: stored && (await openMailServer(env, workspaceId, stored)),
    fonts: defaults.fonts,
    services: { ...services, mailTags, mailAddresses, drawForMail },
  };
  const shown = await previewed(context);
  const further = await furtherDocuments(services, workspaceId, settings, seesAll);
  const { files: way, attachments } = shown.envelope;
  const own = Array.isArray(attachments) ? attachments : [];
  return {
    ...shown,
    warnings: [...shown.warnings, ...further.warnings],
    problem: shown.problem || (further.problems[0] ?? ""),
    envelope: way === "link" ? shown.envelope : { ...shown.envelope, attachments: [...own, ...further.names] },
  };
}

/** Further documents by their own names (those of their files come of merging them), and what keeps them from going along. */
async function furtherDocuments(
  { store }: MergeServices,
  workspaceId: string,
  settings: PlainSettings,
  seesAll: boolean,
): Promise<{ names: string[]; problems: string[]; warnings: string[] }> {
  const ids = attachedDocumentIds(settings.attach_documents) ?? [];
  const found = await Promise.all(
    ids.map(async (id) => ({ id, document: await store.documents.byId(workspaceId, id) })),
  );
  return {
    names: found.flatMap(({ document }) => document?.name ?? []),
    problems: found.flatMap(({ id, document }) => {
      if (!document) return seesAll ? goneDocument(id) : [];
      return document.active ? [] : documentInTest(document);
    }),
    warnings: found.flatMap(({ id, document }) => (document || seesAll ? [] : unseenDocument(id))),
  };
}

async function previewed(context: DeliveryContext): Promise<MailPreview> {
  const problems: string[] = [];
  const tried = async <Result>(make: () => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const prepared = await tried(() => emailKind.prepare(context));
  // Without a recipient there is still a text to be looked at.
  const readable = prepared ?? (await tried(() => emailKind.prepare(toSomebody(context))));
  const content = readable && (await tried(() => readable.content()));
  return {
    envelope: prepared?.envelope ?? { ...readable?.envelope, ...intendedEnvelope(context) },
    html: String(content?.html ?? ""),
    text: String(content?.text ?? ""),
    warnings: [...context.render.warnings],
    problem: problems[0] ?? "",
  };
}

const toSomebody = (context: DeliveryContext): DeliveryContext => ({
  ...context,
  entry: {
    ...context.entry,
    settings: { ...context.entry.settings, to: "nobody@example.com", cc: "", bcc: "", reply_to: "", from: "" },
  },
});

const ENTRY = {
  id: "preview",
  runId: "",
  deliveryId: "",
  kind: "email",
  name: "",
  target: "",
  status: "held",
  preview: undefined,
  tries: 0,
  dueAt: undefined,
  finishedAt: undefined,
} as const;

/** A run that nobody has asked for. */
function runOf(workspaceId: string, document: DocumentSnapshot | undefined, now: Date): Run {
  return {
    id: "",
    workspaceId,
    task: document ? { kind: "document", document } : { kind: "tool", tool: "preview" },
    parentId: undefined,
    source: "api",
    byAddress: false,
    status: "running",
    test: true,
    requestId: "",
    tries: 0,
    acceptedAt: now,
    startedAt: now,
    finishedAt: undefined,
    timings: {},
    fields: { found: [], missing: [], unused: [] },
    warnings: [],
    problem: undefined,
    renderer: undefined,
    seal: undefined,
    expiresAt: undefined,
    askedBy: undefined,
  };
}

/** The file that would go along, by its name only: it is not merged. */
function mergedFile({ name, type, output }: DocumentSnapshot, merged: string): RunFile {
  const extension = output === type && type !== "html" ? type : "pdf";
  return {
    name: outputFileName(merged, name, extension),
    mediaType: mediaTypeOf(extension),
    sizeBytes: 0,
    sha256: "",
    blobKey: "",
  };
}
