import type { MergeData } from "../../domain/merge-data.ts";
import { inflateNatively } from "../../office/inflate-native.ts";
import { OFFICE_LIMITS } from "../../office/limits.ts";
import { ZipArchive } from "../../office/zip-archive.ts";
import type { RenderEnvironment, TemplateEngine } from "../template-engine.ts";
import { officeProblems } from "./validity/office-problems.ts";

let versions = 0;

/** The fixed context of tests. */
export const TEST_ENVIRONMENT: RenderEnvironment = {
  now: new Date("2024-06-01T12:00:00Z"),
  locale: "en-US",
  timeZone: "UTC",
  currency: "USD",
  settings: {},
  test: false,
  trace: false,
  load: async () => ({ problem: "nothing is loaded in tests." }),
  fonts: { fonts: [], read: async () => undefined },
  asset: async () => undefined,
};

/** A merged package as tests look at it. */
export class MergedPackage {
  readonly zip: ZipArchive;

  readonly bytes: Uint8Array;
  readonly warnings: readonly string[];

  constructor(bytes: Uint8Array, warnings: readonly string[]) {
    this.bytes = bytes;
    this.warnings = warnings;
    this.zip = ZipArchive.open(bytes, OFFICE_LIMITS, inflateNatively);
    // Whatever a test looks at, no merge may write a file that has to be repaired.
    const problems = officeProblems(this.zip);
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }

  has(name: string): boolean {
    return this.zip.has(name);
  }

  xml(name: string): string {
    const bytes = this.zip.read(name);
    if (!bytes) throw new Error(`no part ${name}`);
    return new TextDecoder().decode(bytes);
  }
}

/** Merges a template as a new version. */
export async function merge(
  engine: TemplateEngine,
  template: Uint8Array,
  data: MergeData,
  environment: Partial<RenderEnvironment> = {},
): Promise<MergedPackage> {
  const source = { versionKey: `test ${versions++}`, bytes: async () => template };
  const { bytes, warnings } = await engine.render(source, data, { ...TEST_ENVIRONMENT, ...environment });
  return new MergedPackage(bytes, warnings);
}

/** The text of markup: paragraphs end with `¶`, cells with `|`, rows with `/`; breaks and tabs are `↵` and `→`. */
export function outline(xml: string): string {
  return xml
    .replace(/<w:sectPr[\s\S]*?<\/w:sectPr>/g, "")
    .replace(/<(?:w:br|a:br)\b[^>]*>/g, "↵")
    .replace(/<w:tab\/>/g, "→")
    .replace(/<\/[wa]:p>|<[wa]:p\/>/g, "¶")
    .replace(/<\/[wa]:tc>/g, "|")
    .replace(/<\/[wa]:tr>/g, "/")
    .replace(/<[^>]*>/g, "")
    .replace(/\n/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}
