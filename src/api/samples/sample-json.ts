import * as z from "zod";
import { Failure } from "../../domain/failure.ts";
import { mergeDataOf, stringifyMergeData } from "../../domain/merge-data.ts";
import { entityTag } from "../../http/entity-tag.ts";
import { json } from "../../http/responses.ts";
import { text } from "../../http/wire-values.ts";
import type { ListedSample, Sample } from "../../store/samples.ts";

/** A sample as lists show it, without its data. */
export const listedSampleSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the sample." }),
    name: z.string().meta({ description: "Name, unique in its document.", examples: ["A long invoice"] }),
    size: z.int().meta({ description: "Length of the data as JSON, in characters." }),
    created_at: z.iso.datetime().meta({ description: "When it was made." }),
    updated_at: z.iso.datetime().meta({ description: "When it was last changed." }),
  })
  .meta({ id: "ListedSample" });

export const sampleSchema = listedSampleSchema
  .extend({
    data: z.record(z.string(), z.unknown()).meta({
      description: "Merge data.",
      examples: [{ Name: "Ada Lovelace", Items: [{ name: "Chair", price: 49.5 }] }],
    }),
  })
  .meta({ id: "Sample" });

export const sampleNameSchema = text()
  .pipe(z.string().trim().min(1).max(200))
  .meta({ description: "Name, unique in its document.", examples: ["A long invoice"] });

/** Longest sample, in characters of its JSON text. */
const MAX_SAMPLE_LENGTH = 1_000_000;

/**
 * Merge data as the text that is kept.
 * @throws Failure `invalid_request`
 */
export function sampleText(data: object): string {
  const json = stringifyMergeData(data);
  if (json.length <= MAX_SAMPLE_LENGTH) return json;

  throw new Failure("invalid_request", "The data of a sample must be at most 1,000,000 characters of JSON.", {
    errors: [{ pointer: "/data", message: "Make the data shorter, for example with fewer rows." }],
  });
}

export function listedSampleJson(sample: ListedSample): z.output<typeof listedSampleSchema> {
  return {
    id: sample.id,
    name: sample.name,
    size: sample.length,
    created_at: sample.createdAt.toISOString(),
    updated_at: sample.updatedAt.toISOString(),
  };
}

function sampleJson(sample: Sample): z.output<typeof sampleSchema> {
  return { ...listedSampleJson(sample), data: mergeDataOf(sample.data) };
}

export const sampleTag = ({ revision }: ListedSample): string => entityTag(revision);

/** A sample with its data, and its ETag. */
export const sampleAnswer = (sample: Sample): Response => json(sampleJson(sample), 200, { etag: sampleTag(sample) });

export const nameTaken = (name: string): Failure =>
  new Failure("name_taken", `The document already has a sample "${name}": choose another name.`, {
    errors: [{ pointer: "/name", message: "Choose another name." }],
  });
