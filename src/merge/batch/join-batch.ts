import { zipSync } from "fflate";
import type { SignatureSettings } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import type { RouteSettings } from "../../domain/route.ts";
import type { Run, RunFile } from "../../domain/run.ts";
import type { BatchTask, MergeTask } from "../../domain/run-task.ts";
import { bareName } from "../../domain/text/bare-name.ts";
import { PdfDocument } from "../../pdf/document.ts";
import { unsignedRevision } from "../../pdf/signature/unsigned-revision.ts";
import { type MergeServices, mergeContext, workspaceDefaults } from "../context.ts";
import { combinedPdf, plainContent, sharedIdentifications } from "../pdf/combined-pdf.ts";
import { outputPdf } from "../pdf/output-pdf.ts";
import { numberedNames, outputFileName } from "../run/file-names.ts";
import { finishRun, Timings } from "../run/finalize-run.ts";
import type { RenewableRun } from "../run/lease.ts";
import { type MergedContent, type MergedFile, mediaTypeOf, storeMergedFile } from "../run/merged-file.ts";

/** Total size of a batch's files, which are all in memory when they are joined. */
const MAX_BYTES = 64 * 1024 * 1024;

/** One ZIP or one PDF of all files, in the records' order. */
export async function joinFiles(services: MergeServices, held: RenewableRun, task: BatchTask): Promise<void> {
  const { store } = services;
  const { run } = held;
  const timings = new Timings();
  const { files: all, incomplete } =
    task.output === "none" ? { files: [], incomplete: 0 } : await store.runs.recordFiles(run.workspaceId, run.id);
  const listed = task.output === "pdf" ? all.filter(({ mediaType }) => mediaType === mediaTypeOf("pdf")) : all;
  const volumes = task.output === "zip" ? volumesOf(listed) : [listed];
  const total = listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (task.output === "pdf" && total > MAX_BYTES)
    throw new Failure(
      "file_too_large",
      `The batch's files have ${total} bytes together; ${MAX_BYTES} can be joined. Each record's file is in its own run.`,
    );
  const joined: { file: MergedFile; warnings: string[] }[] = [];
  for (const [index, volume] of volumes.entries()) {
    const contents = await store.blobs.getAll(
      run.workspaceId,
      volume.map(({ blobKey }) => blobKey),
    );
    const named = volume.map(({ name }, place) => {
      const bytes = contents[place];
      if (!bytes) throw new Failure("internal_error", "A merged file is no longer there.");
      return { name, bytes };
    });
    const number = volumes.length > 1 ? index + 1 : undefined;
    if (named.length > 0) joined.push(await storeJoined(services, run, task, named, number));
    await held.renewLease();
  }
  timings.lap("join");
  await finishRun(services, held, timings, {
    files: joined.map(({ file }) => file),
    fields: { found: [], missing: [], unused: [] },
    warnings: [
      ...(task.warnings ?? []),
      ...joined.flatMap(({ warnings }) => warnings),
      ...leftBeside(all.length - listed.length),
      ...removedBefore(incomplete),
    ],
  });
}

/** Files of a ZIP together, and how many: what is larger becomes several. */
const VOLUME_BYTES = 32 * 1024 * 1024;
const VOLUME_FILES = 20_000;

/** The files of each ZIP, in their order: one, unless they are more than memory holds. */
function volumesOf(files: readonly RunFile[]): RunFile[][] {
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total <= MAX_BYTES && files.length <= VOLUME_FILES) return [[...files]];
  const volumes: RunFile[][] = [];
  let room = 0;
  for (const file of files) {
    const last = volumes.at(-1);
    if (last && file.sizeBytes <= room && last.length < VOLUME_FILES) last.push(file);
    else volumes.push([file]);
    room = (volumes.at(-1) === last ? room : VOLUME_BYTES) - file.sizeBytes;
  }
  return volumes;
}

/** E-invoices that are files of their own are no pages. */
function leftBeside(count: number): string[] {
  if (count === 0) return [];
  const reason =
    count === 1
      ? "1 e-invoice is a file of its own, which one PDF cannot hold: it is in the run of its record."
      : `${count} e-invoices are files of their own, which one PDF cannot hold: each is in the run of its record.`;
  return [`${reason} With output=zip all files are in one ZIP.`];
}

/** Somebody has purged records while the batch was under way. */
function removedBefore(records: number): string[] {
  if (records === 0) return [];
  const whose = records === 1 ? "1 record" : `${records} records`;
  return [`Files of ${whose} were purged before they could be joined: they are not in the file of all records.`];
}

async function storeJoined(
  services: MergeServices,
  run: Run,
  { of, output }: BatchTask,
  named: { name: string; bytes: Uint8Array }[],
  number?: number,
): Promise<{ file: MergedFile; warnings: string[] }> {
  const ofWhat = of.kind === "document" ? of.document.name : of.route.name;
  const extension = output === "pdf" ? "pdf" : "zip";
  const name = outputFileName(number === undefined ? ofWhat : `${ofWhat} (${number})`, "batch", extension);
  const { content, warnings } =
    extension === "zip"
      ? { content: { bytes: zipFiles(named) }, warnings: [] }
      : await batchPdf(services, run, of, name, named);
  const file = await storeMergedFile(services.store.blobs, run, content, { name, mediaType: mediaTypeOf(extension) });
  return { file, warnings };
}

/** Failures that concern only the combined file: the records' own files are there, and conform. */
const OF_COMBINED = new Set(["file_too_large", "pdf_not_conforming"]);

/**
 * The one PDF of a batch's records. It makes the claims and has the signature that each of them has, or a warning says
 * why not.
 * @throws Failure those of combinedPdf and outputPdf, but for {@link OF_COMBINED}
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
  const settings = run.test ? {} : identificationsOf(of);
  const parts = settings.signature
    ? files.map(({ name, bytes }) => ({ name, bytes: unsignedRevision(bytes) ?? bytes }))
    : files;
  // the file of all records is not the first record's, whose title it would get
  const combine = () => combinedPdf(store.blobs, run, parts, { now: now(), stated: { title, author: "" } });
  const combined = await combine();
  const { warnings } = combined;
  if (Object.keys(settings).length === 0) return { content: await plainContent(combined), warnings };
  const { workspaceId } = run;
  const defaults = workspaceDefaults(await store.workspaces.byId(workspaceId));
  const context = mergeContext(services, workspaceId, defaults, { settings, test: false });
  try {
    const output = await outputPdf({ context, snapshot: { name: title }, data: {} }, combined.made);
    const { content } = await output.write([]);
    return { content, warnings: [...warnings, ...output.warnings] };
  } catch (error) {
    if (!(error instanceof Failure) || !OF_COMBINED.has(error.code)) throw error;
    const why = `The combined PDF is neither signed nor PDF/A or PDF/UA as its records' files are: ${error.message}`;
    // an open document has been changed since
    const plain = combined.made instanceof PdfDocument ? await combine() : combined;
    return { content: await plainContent(plain), warnings: [...warnings, why] };
  }
}

function identificationsOf(of: MergeTask): RouteSettings {
  const { pdf_a, pdf_ua, signature } =
    of.kind === "document" ? sharedIdentifications([of.document.settings]) : (of.route.settings ?? {});
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

/** The earliest time that a ZIP can state: the same files give the same bytes whenever they are packed. */
const ZIP_EPOCH = new Date(1980, 0, 1);

/** A ZIP archive of files, stored as they are because most are packed already; equal names are numbered. */
export function zipFiles(files: readonly { name: string; bytes: Uint8Array }[]): Uint8Array {
  const names = numberedNames(files.map(({ name }) => name));
  const entries = Object.fromEntries(files.map(({ name, bytes }, index) => [names[index] ?? name, bytes]));
  return zipSync(entries, { level: 0, mtime: ZIP_EPOCH });
}
