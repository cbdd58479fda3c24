/** What is read, filled and written again while others wait, and where a template is looked at: here, or in the pool. */

import type { DocumentOutput, DocumentSettings, DocumentType } from "../../domain/document.ts";
import { Failure } from "../../domain/failure.ts";
import { isLongerThan, type MergeData } from "../../domain/merge-data.ts";
import { askPool } from "../../domain/pool/free-worker.ts";
import { type SentBytes, sentBytes } from "../../domain/pool/sent-bytes.ts";
import { BUDGET_S, WorkMeter } from "../../domain/work-meter.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { readZipDirectory, type ZipEntry } from "../../office/zip-directory.ts";
import { openPdf } from "../../pdf/document.ts";
import { engineFor } from "../../templates/engines.ts";
import { readFormTemplate } from "../../templates/pdf/form-template.ts";
import type { TemplateInspection, TemplateSource } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";

const LIGHT_BYTES = 256 * 1024;
const LIGHT_SECONDS = 0.3;
/** Characters of JSON. */
const LIGHT_DATA_LENGTH = 64 * 1024;

/** By the keys of templates, whose bytes never change. */
const known = new Map<string, boolean>();
const MAX_KNOWN = 2_000;

/** Whether a merge takes no longer than others can wait for it. */
export async function isLightMerge(source: TemplateSource, data: MergeData): Promise<boolean> {
  return !isLongerThan(data, LIGHT_DATA_LENGTH) && (await isLightVersion(source));
}

async function isLightVersion({ versionKey, bytes }: TemplateSource): Promise<boolean> {
  const before = known.get(versionKey);
  if (before !== undefined) return before;
  const light = isLightTemplate(await bytes());
  known.set(versionKey, light);
  const [oldest] = known.keys();
  if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  return light;
}

/** The same for looking at a template. */
export function isLightTemplate(bytes: Uint8Array): boolean {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return markupIn(bytes) <= LIGHT_BYTES;
  return bytes.length <= LIGHT_BYTES && isLightForm(bytes);
}

/** Markup of a package, in bytes. Pictures and fonts are not looked into when it is filled. */
function markupIn(template: Uint8Array): number {
  try {
    const parts = readZipDirectory(template, OFFICE_LIMITS);
    return parts.reduce((sum, part) => sum + (NO_MARKUP.test(part.name) ? hiddenIn(template, part) : part.size), 0);
  } catch (error) {
    // It is refused when it is read.
    if (error instanceof Failure) return 0;
    throw error;
  }
}

const NO_MARKUP = /\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|odttf|fntdata|bin|mp[34]|wav)$/i;

/** What a part may hold of markup that is named like something else: pictures are packed already, and begin otherwise. */
function hiddenIn(template: Uint8Array, { method, size, compressedSize, headerOffset }: ZipEntry): number {
  if (method !== 0) return Math.max(0, size - compressedSize);
  const header = template.subarray(headerOffset, headerOffset + 30);
  const lengths = [26, 27, 28, 29].map((at) => header[at] ?? 0) as [number, number, number, number];
  const start = headerOffset + 30 + lengths[0] + 256 * lengths[1] + lengths[2] + 256 * lengths[3];
  return MARKUP_STARTS.has(template[start] ?? 0) ? size : 0;
}

/** `<`, blanks, and what marks the order of bytes, except before the second byte of a JPEG. */
const MARKUP_STARTS: ReadonlySet<number> = new Set([0x3c, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xfe]);

/** A few bytes of a PDF may hold more than fits into memory: it is read as far as others can wait. Html is no form, and light. */
function isLightForm(bytes: Uint8Array): boolean {
  const meter = new WorkMeter(BUDGET_S).share(LIGHT_SECONDS / BUDGET_S);
  try {
    const document = openPdf(bytes, { meter });
    for (const number of document.objects.numbers()) document.objects.get(number);
    readFormTemplate(document);
    return !meter.isExceeded;
  } catch (error) {
    if (error instanceof Failure) return error.code === "not_a_pdf";
    throw error;
  }
}

/** A template, and what says how it is read. */
export interface InspectedFile {
  bytes: Uint8Array;
  type: DocumentType;
  settings: DocumentSettings;
  output?: DocumentOutput;
}

/** One on its way to another isolate. */
export interface SentTemplate extends Omit<InspectedFile, "bytes"> {
  bytes: SentBytes;
  workspaceId: string;
}

/**
 * Looks at a template of a workspace.
 * @throws Failure those of reading the file, `work_interrupted` if objects of the pool died that did it, `overloaded`
 */
export async function inspectTemplate(
  { env, log, isPool }: MergeServices,
  workspaceId: string,
  template: InspectedFile,
): Promise<TemplateInspection> {
  const { bytes, type, settings, output } = template;
  if (isPool || isLightTemplate(bytes)) return await engineFor(type).inspect(bytes, settings, output);
  return await askPool(env, log, { workspaceId }, (worker) =>
    worker.inspectTemplate({ ...template, bytes: sentBytes(bytes), workspaceId }),
  );
}
