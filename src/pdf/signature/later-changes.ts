import { appendAll } from "../../domain/collections/long-lists.ts";
import { Failure } from "../../domain/failure.ts";
import { type OpenOptions, openPdf, type PdfDocument } from "../document.ts";
import { PdfRef } from "../objects.ts";
import { type Finding, judgeChange, LATER_CHANGES, type LaterChange, type Revisions } from "./change-rules.ts";
import { type ObjectRoles, rolesOfObjects } from "./object-roles.ts";
import { hasUnlistedObjects } from "./unlisted-objects.ts";

/** What was changed of what a signature covers. */
export interface ChangesSince {
  changes: LaterChange[];
  /** What of the content, in sentences. */
  faults: string[];
  /** What is allowed and yet worth to be known, in sentences. */
  remarks: string[];
}

/**
 * What updates after signatures have changed of what these cover (ISO 32000-2, 12.8.2.2.2). An object counts by all that
 * refers to it: a stream that a page draws is content, though a field shows it, too. New objects count by what was
 * changed to refer to them. The file is walked through once for all of its signatures.
 */
export class LaterChanges {
  readonly #file: Uint8Array;
  readonly #now: PdfDocument;
  readonly #options: OpenOptions;
  #roles: ObjectRoles | undefined;
  /** The last one, of which more than one thing is asked. */
  #opened: { end: number; document: PdfDocument | undefined } | undefined;
  readonly #known = new Map<number, ChangesSince>();

  /** @param bytes the file from its first byte on */
  constructor(bytes: Uint8Array, now: PdfDocument, options: OpenOptions) {
    this.#file = bytes;
    this.#now = now;
    this.#options = options;
  }

  /** The file as it is. */
  get now(): PdfDocument {
    return this.#now;
  }

  /** @param end where the signed revision ends @throws Failure `pdf_too_complex` */
  since(end: number): ChangesSince {
    const known = this.#known.get(end) ?? this.#compare(end);
    this.#known.set(end, known);
    return known;
  }

  /** The file as it was; undefined if what ends there is no file. */
  revision(end: number): PdfDocument | undefined {
    if (this.#opened?.end !== end) this.#opened = { end, document: this.#open(end) };
    return this.#opened.document;
  }

  #open(end: number): PdfDocument | undefined {
    try {
      return openPdf(this.#file.subarray(0, end), this.#options);
    } catch (error) {
      if (error instanceof Failure && error.code !== "pdf_too_complex") return undefined;
      throw error;
    }
  }

  #compare(end: number): ChangesSince {
    const now = this.#now;
    const then = this.revision(end);
    if (!then) return summary([{ change: "content", fault: "What it covers is not a whole PDF." }]);
    const findings: Finding[] = [];
    if (hasUnlistedObjects(this.#file, end, now)) {
      const fault = "Objects were added behind it that the file does not list: readers may show something else.";
      findings.push({ change: "content", fault });
    }
    if (rootOf(then) !== rootOf(now)) findings.push({ change: "content", fault: "The PDF has another catalog." });
    this.#roles ??= rolesOfObjects(now);
    const revisions: Revisions = { then, now, roles: this.#roles };
    for (const number of then.objects.numbers()) {
      if (isSame(then, now, number)) continue;
      now.work.charge("object", 4);
      appendAll(findings, judgeChange(revisions, number));
    }
    if (pageOrder(then) !== pageOrder(now)) findings.push({ change: "content", fault: "Its pages were changed." });
    return summary(findings);
  }
}

/** Sentences of one kind are not repeated for each of a thousand objects. */
const MAX_SENTENCES = 10;

function summary(findings: readonly Finding[]): ChangesSince {
  const found = new Set(findings.map(({ change }) => change));
  const sentences = (kind: "fault" | "remark") =>
    [...new Set(findings.flatMap((finding) => finding[kind] ?? []))].slice(0, MAX_SENTENCES);
  return {
    changes: LATER_CHANGES.filter((change) => found.has(change)),
    faults: sentences("fault"),
    remarks: sentences("remark"),
  };
}

/** Whether both revisions have an object at the same place in the file. */
function isSame(then: PdfDocument, now: PdfDocument, number: number): boolean {
  const [before, after] = [then.objects.locate(number), now.objects.locate(number)];
  if (!before || !after) return before === after;
  if (before.kind === "offset") return after.kind === "offset" && before.offset === after.offset;
  return after.kind === "compressed" && before.stream === after.stream && isSame(then, now, before.stream);
}

function rootOf(document: PdfDocument): number | undefined {
  const root = document.trailer.get("Root");
  return root instanceof PdfRef ? root.number : undefined;
}

function pageOrder(document: PdfDocument): string {
  return document.pages.map(({ ref }) => ref.number).join();
}
