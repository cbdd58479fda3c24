import type { DocumentSettings } from "../../../domain/document.ts";
import type { TemplateEngine } from "../../template-engine.ts";
import type { PreparePackage, ReadTexts, SampleMark } from "./docxtemplater-engine.ts";

/**
 * The engine of a format, unless the document's settings choose docxtemplater's language. The library is loaded by the first
 * such document: while it is, it makes errors with traces, for which the platform parses the whole Worker once more.
 */
export function withDocxtemplater(
  engine: TemplateEngine,
  mark: SampleMark,
  readTexts: ReadTexts,
  prepare: PreparePackage,
): TemplateEngine {
  let other: TemplateEngine | undefined;
  async function chosen(settings: DocumentSettings): Promise<TemplateEngine> {
    if (settings.syntax !== "docxtemplater") return engine;
    if (other) return other;
    const { docxtemplaterEngine } = await import("./docxtemplater-engine.ts");
    other = docxtemplaterEngine(mark, readTexts, prepare);
    return other;
  }

  return {
    inspect: async (bytes, settings) => (await chosen(settings)).inspect(bytes, settings),
    render: async (source, data, environment) => (await chosen(environment.settings)).render(source, data, environment),
  };
}
