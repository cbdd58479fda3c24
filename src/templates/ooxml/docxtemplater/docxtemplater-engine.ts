import Docxtemplater from "docxtemplater";
import InspectModule from "docxtemplater/js/inspect-module.js";
import PizZip from "pizzip";
import type { DocumentSettings, InspectedField } from "../../../domain/document.ts";
import { Failure, type FailureItem } from "../../../domain/failure.ts";
import type { MergeData } from "../../../domain/merge-data.ts";
import { present } from "../../../domain/present.ts";
import { ZipWriter } from "../../../office/zip-writer.ts";
import type { RenderedTemplate, TemplateEngine } from "../../template-engine.ts";
import { packageWarning } from "../compiled-package.ts";
import { OfficePackage } from "../office-package.ts";
import { OutputPackage } from "../output-package.ts";
import type { TagRegister } from "../tag-register.ts";
import { DocxtemplaterLint } from "./docxtemplater-lint.ts";

/** Marks a merged file as a test: SAMPLE on every page or slide. */
export type SampleMark = (bytes: Uint8Array) => Uint8Array;

/** Reads all texts of a template, with their places, into a register. */
export type ReadTexts = (bytes: Uint8Array, settings: DocumentSettings, register: TagRegister) => unknown;

/** What a format does to a template's package before it is merged. */
export type PreparePackage = (source: OfficePackage, settings: DocumentSettings) => void;

/**
 * Documents written for docxtemplater are rendered by docxtemplater itself (language "docxtemplater templates").
 * Its archive reader unpacks before it looks, so it only ever gets parts that passed our own.
 */
export function docxtemplaterEngine(mark: SampleMark, readTexts: ReadTexts, prepare: PreparePackage): TemplateEngine {
  return {
    async inspect(bytes, settings) {
      const source = new OfficePackage(bytes);
      prepare(source, settings);
      source.refuseUnsoundMarkup();
      const inspector = new InspectModule();
      try {
        open(source, inspector);
      } catch (error) {
        return { fields: [], errors: errorsOf(error), warnings: source.warnings.map(packageWarning) };
      }
      const tags = inspector.getAllTags();
      if (depthOf(tags) > MAX_DEPTH) {
        const message = `The template's loops are nested more than ${MAX_DEPTH} deep.`;
        return { fields: [], errors: [{ part: "", message }], warnings: [] };
      }
      const lint = new DocxtemplaterLint();
      readTexts(bytes, settings, lint);
      return {
        fields: fieldsOf(tags, ""),
        errors: [],
        warnings: [...source.warnings.map(packageWarning), ...lint.allWarnings(Object.keys(tags).length > 0)],
      };
    },

    async render(templateSource, data, environment) {
      const source = new OfficePackage(await templateSource.bytes());
      prepare(source, environment.settings);
      const inspector = new InspectModule();
      try {
        const document = open(source, inspector);
        document.render(data);
        const bytes = repack(document.getZip() as PizZip);
        const names = Object.keys(inspector.getAllTags());
        return {
          bytes: environment.test ? mark(bytes) : bytes,
          warnings: source.warnings,
          templateFields: { names, placeOf: () => "" },
          ...(environment.trace ? { trace: traceOf(names, data) } : {}),
        };
      } catch (error) {
        const errors = errorsOf(error);
        const message = errors[0]?.message ?? "The template has errors.";
        throw new Failure("template_invalid", message, { errors, cause: error });
      }
    },
  };
}

/** Which tags found a value, which did not, and which data no tag asked for. */
function traceOf(names: readonly string[], data: MergeData): NonNullable<RenderedTemplate["trace"]> {
  const found = names.filter((name) => readOwn(data, name) !== undefined);
  const asked = new Set(names.flatMap((name) => [name, present(name.split(".")[0])]));
  return {
    found,
    missing: names.filter((name) => !found.includes(name)),
    unused: Object.keys(data).filter((name) => !asked.has(name)),
    matched: [],
    coerced: [],
    branches: [],
  };
}

function open(source: OfficePackage, inspector: InspectModule): Docxtemplater<PizZip> {
  const checked = new OutputPackage(source, source.contentTypes).finish();
  return new Docxtemplater(new PizZip(checked), {
    paragraphLoop: true,
    linebreaks: true,
    stripInvalidXMLChars: true,
    nullGetter: () => "",
    errorLogging: false,
    parser: (tag) => ({ get: (scope: unknown) => readOwn(scope, tag) }),
    modules: [inspector],
  });
}

/** Own members only, by name and then by path; nothing is evaluated. */
function readOwn(scope: unknown, tag: string): unknown {
  if (tag === ".") return scope;
  const read = (value: unknown, name: string) =>
    typeof value === "object" && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
  return read(scope, tag) ?? (tag.includes(".") ? tag.split(".").reduce(read, scope) : undefined);
}

/** The same parts always give the same bytes; the library would write the time of day into them. */
function repack(zip: PizZip): Uint8Array {
  const writer = new ZipWriter();
  for (const [name, file] of Object.entries(zip.files)) if (!file.dir) writer.add(name, file.asUint8Array());
  return writer.finish();
}

const MAX_DEPTH = 100;

/** How deeply loops are nested. */
function depthOf(tags: Record<string, unknown>): number {
  let depth = 0;
  let level: unknown[] = [tags];
  while (level.length > 0 && depth <= MAX_DEPTH) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    depth++;
  }
  return depth;
}

function fieldsOf(tags: Record<string, unknown>, part: string): InspectedField[] {
  return Object.entries(tags).map(([name, members]) => {
    const fields = fieldsOf((members ?? {}) as Record<string, unknown>, part);
    const base = { name, required: false, occurrences: [] };
    return fields.length > 0 ? { ...base, type: "list", fields } : { ...base, type: "text" };
  });
}

interface TemplaterError {
  message?: string;
  properties?: { explanation?: string; xtag?: string; file?: string; errors?: TemplaterError[] };
}

function errorsOf(error: unknown): FailureItem[] {
  if (error instanceof RangeError) return [{ part: "", message: "The template's loops are nested too deeply." }];
  const { message, properties } = error as TemplaterError;
  if (properties?.errors) return properties.errors.flatMap(errorsOf);
  if (!properties) throw error;
  return [
    {
      part: properties.file ?? "",
      ...(properties.xtag === undefined ? {} : { tag: `{${properties.xtag}}` }),
      message: properties.explanation ?? message ?? "The template has an error.",
    },
  ];
}
