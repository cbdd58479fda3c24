import { bareName } from "../../domain/bare-name.ts";
import type { SignatureSettings } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { RouteSettings } from "../../domain/route.ts";
import type { Run } from "../../domain/run.ts";
import type { MergeTask } from "../../domain/run-task.ts";
import { unsignedRevision } from "../../pdf/signature/unsigned-revision.ts";
import { type MergeServices, workspaceDefaults } from "../context.ts";
import { combinedPdf } from "../pdf/combined-pdf.ts";
import { finishedPdf } from "../pdf/output-pdf.ts";
import { sharedClaims } from "../pdf/shared-claims.ts";
import { renderEnvironment } from "../render-environment.ts";
import type { MergedContent } from "../run/merged-file.ts";

/** Failures that concern only the combined file: the records' own files are there, and conform. */
const OF_COMBINED = new Set(["file_too_large", "pdf_not_conforming"]);

/**
 * The one PDF of a batch's records. It makes the claims and has the signature that each of them has, or a warning says
 * why not.
 * @throws Failure those of combinedPdf and finishedPdf, but for {@link OF_COMBINED}
 */
export async function batchPdf(
  services: MergeServices,
  run: Pick<Run, "id" | "workspaceId" | "test">,
  of: MergeTask,
  fileName: string,
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<{ content: MergedContent; warnings: string[] }> {
  const { store, now } = services;
  const title = bareName(fileName);
  const settings = run.test ? {} : claimsOf(of);
  const parts = settings.signature
    ? files.map(({ name, bytes }) => ({ name, bytes: unsignedRevision(bytes) ?? bytes }))
    : files;
  // the file of all records is not the first record's, whose title it would get
  const combined = await combinedPdf(store.blobs, run, parts, { now: now(), stated: { title, author: "" } });
  if (Object.keys(settings).length === 0) return combined;
  const { workspaceId } = run;
  const defaults = workspaceDefaults(await store.workspaces.byId(workspaceId));
  const environment = renderEnvironment(services, { defaults, settings, test: false });
  const terms = { services, workspaceId, snapshot: { name: title }, data: {}, environment };
  try {
    const finished = await finishedPdf(terms, combined.content);
    return { content: finished.content, warnings: [...combined.warnings, ...finished.warnings] };
  } catch (error) {
    if (!(error instanceof Failure) || !OF_COMBINED.has(error.code)) throw error;
    const why = `The combined PDF is neither signed nor PDF/A or PDF/UA as its records' files are: ${error.message}`;
    return { ...combined, warnings: [...combined.warnings, why] };
  }
}

function claimsOf(of: MergeTask): RouteSettings {
  const { pdf_a, pdf_ua, signature } =
    of.kind === "document" ? sharedClaims([of.document.settings]) : (of.route.settings ?? {});
  return {
    ...(pdf_a ? { pdf_a } : {}),
    ...(pdf_ua ? { pdf_ua } : {}),
    ...(signature ? { signature: withoutFields(signature) } : {}),
  };
}

/** This one signature belongs to no record whose data its texts could use: texts that name fields are left out. */
function withoutFields({ reason, location, contact, text, ...others }: SignatureSettings): SignatureSettings {
  const texts = Object.entries({ reason, location, contact, text });
  return { ...others, ...Object.fromEntries(texts.filter(([, value]) => value !== undefined && !value.includes("{"))) };
}
