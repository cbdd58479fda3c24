import { Failure } from "../../domain/failure.ts";
import type { MergeData } from "../../domain/merge-data.ts";
import { renderTemplate, type Template } from "../../language/template.ts";
import { OUTPUT_LIMITS } from "../output-limits.ts";
import type { RenderEnvironment, RenderedTemplate, ResourceLoader } from "../template-engine.ts";
import { type CompiledPackage, copyOf } from "./compiled-package.ts";
import type { Printer } from "./printer.ts";
import { plainPrinter } from "./printers.ts";
import { type LoadedImages, RenderJob } from "./render-job.ts";

const PARALLEL_LOADS = 4;
const MAX_REMOTE_IMAGES = 200;
/** Pictures may ask for pictures no further than this: the second pass knows all that the first one met. */
const MAX_PASSES = 3;

const TOO_MANY = { problem: `one merge fetches at most ${MAX_REMOTE_IMAGES} pictures by their address.` };

/** What a render has written and gathered along the way, before the parts are settled. */
export interface RenderedText<Job extends RenderJob> {
  text: string;
  job: Job;
  trace: RenderedTemplate["trace"];
}

/** The text of a render, which does not keep it: once parts are settled and packed it is no longer needed. */
export function takeText(rendered: { text: string }): string {
  const { text } = rendered;
  rendered.text = "";
  return text;
}

/** Runs a compiled package with a job of its own. Throws the Failures of the language's limits. */
export async function renderText(
  compiled: CompiledPackage,
  data: MergeData,
  environment: RenderEnvironment,
): Promise<RenderedText<RenderJob>> {
  try {
    return await renderInPasses(
      compiled.template,
      data,
      environment,
      (loaded) => new RenderJob(compiled.basis, environment, loaded, copyOf(compiled.source.contentTypes)),
    );
  } catch (error) {
    if (error instanceof Failure && error.code === "language_output_limit") throw fileTooLong(error);
    throw error;
  }
}

/** Counting a document's letters would not yield the language's number: its markup counts. */
function fileTooLong(cause: Failure): Failure {
  const limit = OUTPUT_LIMITS.markupCharacters;
  const message = `The merged file, or a text made along the way, has more than ${limit} characters, including its markup.`;
  return new Failure("language_output_limit", message, { cause });
}

/** Pictures with an address are found in a first pass, loaded, and drawn in a second one; each pass is a job of its own. */
export async function renderInPasses<Job extends RenderJob>(
  template: Template,
  data: MergeData,
  environment: RenderEnvironment,
  newJob: (loaded: LoadedImages) => Job,
): Promise<RenderedText<Job>> {
  const loaded = new Map<string, Uint8Array | { problem: string }>();
  for (let pass = 1; ; pass++) {
    const job = newJob(loaded);
    const { text, warnings, trace } = renderTemplate(template, data, {
      now: environment.now,
      locale: environment.locale,
      timeZone: environment.timeZone,
      currency: environment.currency,
      autoescape: false,
      trace: environment.trace,
      limits: { outputCharacters: OUTPUT_LIMITS.markupCharacters },
      write: (value, site, raw) => {
        job.site = site;
        return ((site.meta as Printer | undefined) ?? plainPrinter).print(value, job, raw);
      },
      documentTags: (call) => {
        job.site = call.site;
        return ((call.site.meta as Printer | undefined) ?? plainPrinter).draw?.(call, job) ?? "";
      },
    });
    if (job.wantedImages.size === 0 || pass === MAX_PASSES) {
      for (const { message, tag } of warnings) job.warn(tag ? `${message} (${tag})` : message);
      return { text, job, trace };
    }
    await loadImages([...job.wantedImages].slice(0, MAX_REMOTE_IMAGES), environment.load, loaded);
    for (const url of job.wantedImages) if (!loaded.has(url)) loaded.set(url, TOO_MANY);
  }
}

async function loadImages(
  urls: readonly string[],
  load: ResourceLoader,
  loaded: Map<string, Uint8Array | { problem: string }>,
): Promise<void> {
  const queue = [...urls];
  const worker = async () => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift())
      loaded.set(
        url,
        await load(url).then(
          (resource) => ("bytes" in resource ? resource.bytes : resource),
          () => ({ problem: "its address could not be fetched." }),
        ),
      );
  };
  await Promise.all(Array.from({ length: PARALLEL_LOADS }, worker));
}
