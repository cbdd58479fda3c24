import type { CustomFonts } from "../domain/custom-font.ts";
import type { DocumentOutput, DocumentSettings, InspectedField } from "../domain/document.ts";
import type { FailureItem } from "../domain/failure.ts";
import type { MergeData } from "../domain/merge-data.ts";
import type { TemplateWarning } from "../domain/template-warning.ts";

/** What is known about a template after one look at it, when it is saved. */
export interface TemplateInspection {
  fields: InspectedField[];
  /** All errors of all tags (language "Differences from Smarty", 2); a template with errors is not saved. */
  errors: FailureItem[];
  /** What is not an error, yet most likely unintended. */
  warnings: TemplateWarning[];
}

/** A fetched picture that a tag asked for, or a sentence that says why it is not available. */
export type ResourceLoader = (url: string) => Promise<{ bytes: Uint8Array } | { problem: string }>;

/** What a render needs beside the template and the data. */
export interface RenderEnvironment {
  now: Date;
  locale: string;
  timeZone: string;
  currency: string;
  settings: DocumentSettings;
  /** Test mode: the engine marks its output with SAMPLE if the format has a place for it (wire "Test mode"). */
  test: boolean;
  /** Show a thin frame where a picture could not be read: test merges. */
  framesMissingImages?: boolean;
  /** The merged html is a mail's body. */
  forMail?: boolean;
  /** The file is made into a PDF immediately and kept nowhere. */
  isIntermediate?: boolean;
  load: ResourceLoader;
  /** Fonts of the workspace. */
  fonts: CustomFonts;
  /** A static asset of the service, e.g. a font. */
  asset(path: string): Promise<Uint8Array | undefined>;
  /** Record found, missing and unused fields, coerced values and branches (explain, runs). */
  trace: boolean;
}

/** A stored template: its bytes are requested only if no compiled form of the version is at hand. */
export interface TemplateSource {
  /** Identity of the version, whose bytes never change; engines cache compiled templates under it. */
  versionKey: string;
  bytes(): Promise<Uint8Array>;
}

/** The merge fields that a template reads. */
export interface TemplateFields {
  /** Their top-level names; they are listed once per version and kept with it. */
  readonly names: readonly string[];
  /** Where the first tag that reads a field is: `{$Name} in table 2, row 3`; empty if unknown. */
  placeOf(name: string): string;
}

/** The filled file and the warnings about it. */
export interface RenderedTemplate {
  bytes: Uint8Array;
  warnings: string[];
  templateFields: TemplateFields;
  trace?: {
    found: string[];
    missing: string[];
    unused: string[];
    /** Names of the template that the data spell differently. */
    matched: { field: string; data: string }[];
    coerced: unknown[];
    branches: unknown[];
  };
}

/** One format's way to read and to fill a template. Throws `Failure` for anything a stranger's file can cause. */
export interface TemplateEngine {
  /** @param output what the template is merged to, as far as that is known: some things matter only there */
  inspect(bytes: Uint8Array, settings: DocumentSettings, output?: DocumentOutput): Promise<TemplateInspection>;
  render(source: TemplateSource, data: MergeData, environment: RenderEnvironment): Promise<RenderedTemplate>;
}
