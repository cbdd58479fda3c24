import { allAtOnce, type Steps } from "../../domain/steps.ts";
import { type OpenOptions, openPdf, type PdfDocument } from "../document.ts";
import type { WrittenPdf } from "../writer.ts";
import { ContentInspector } from "./content-inspector.ts";
import { inspectDocument, inspectOutputIntents } from "./document-checks.ts";
import { Findings, type ValidationProblem } from "./findings.ts";
import { FontInspector } from "./font-inspector.ts";
import { InspectedDocument } from "./inspected-document.ts";
import { inspectInteractive } from "./interactive-checks.ts";
import { inspectMetadata } from "./metadata-checks.ts";
import { profileTraits, type ValidationProfile } from "./profiles.ts";
import { inspectStructure } from "./structure-checks.ts";
import { StructureTree } from "./structure-tree.ts";
import { inspectSyntax } from "./syntax-checks.ts";

/** The claims of further files are believed: each has a work budget of its own. */
const MAX_EMBEDDED = 8;

/** What a check found. */
export interface ValidationReport {
  readonly profile: ValidationProfile;
  readonly valid: boolean;
  readonly problems: readonly ValidationProblem[];
}

/**
 * Checks a file against PDF/A (ISO 19005-2 and -3) or PDF/UA (ISO 14289-1), as far as a machine can.
 * @throws Failure those of openPdf
 */
export function validatePdf(file: Uint8Array, profile: ValidationProfile, options: OpenOptions = {}): ValidationReport {
  return allAtOnce(validationSteps(file, profile, options));
}

/** {@link validatePdf} in steps. */
export function validationSteps(
  file: Uint8Array,
  profile: ValidationProfile,
  options: OpenOptions = {},
): Steps<ValidationReport> {
  return validate(file, profile, options, 0);
}

/**
 * Checks a file that was just written against one profile, or against one of PDF/A and PDF/UA in one go, in steps.
 * @returns what is wrong, by profile
 */
export function writtenFileSteps(
  { bytes, document }: WrittenPdf,
  profiles: readonly ValidationProfile[],
): Steps<readonly ValidationProblem[]> {
  return inspect(document, bytes, profiles, 0);
}

/** Files within files within a file are not looked at. */
const MAX_FILE_DEPTH = 1;

function* validate(
  file: Uint8Array,
  profile: ValidationProfile,
  options: OpenOptions,
  depth: number,
): Steps<ValidationReport> {
  const problems = yield* inspect(openPdf(file, options), file, [profile], depth);
  return { profile, valid: problems.length === 0, problems };
}

function* inspect(
  document: PdfDocument,
  file: Uint8Array,
  profiles: readonly ValidationProfile[],
  depth: number,
): Steps<readonly ValidationProblem[]> {
  const findings = new Findings(profiles.map(profileTraits));
  const meter = document.work;
  let embedded = 0;
  const isValidFile = (inner: Uint8Array, claimed: ValidationProfile) =>
    depth >= MAX_FILE_DEPTH ||
    ++embedded > MAX_EMBEDDED ||
    allAtOnce(validate(inner, claimed, { meter }, depth + 1)).valid;
  const inspected = new InspectedDocument(document, file, findings, isValidFile);
  inspectSyntax(inspected);
  yield file.length;
  inspectOutputIntents(inspected);
  inspectMetadata(inspected);
  inspectDocument(inspected);
  yield file.length;
  const structure = new StructureTree(inspected);
  inspectStructure(inspected, structure);
  const appearances = inspectInteractive(inspected, structure);
  yield file.length;
  const content = new ContentInspector(inspected, new FontInspector(inspected), structure);
  for (const [index, page] of document.pages.entries()) {
    meter.at(`page ${index + 1}`);
    yield content.inspectPage(page, index, appearances[index] ?? []);
  }
  return findings.problems;
}
