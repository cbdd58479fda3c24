import fs from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { type Docloom, DocloomError, dataOf, type MergeData } from "../client/docloom.ts";
import type { Difference } from "./differences.ts";
import { folderNameOf } from "./document-folder.ts";
import { readJson } from "./json-file.ts";

const dataSchema = z.record(z.string(), z.unknown());

/** Sample data by name. */
export type Samples = Map<string, MergeData>;

/** `samples/*.json` beside a template; a sample's name is that of its file. */
export function readSampleFiles(folder: string): Samples {
  const place = path.join(folder, "samples");
  if (!fs.existsSync(place)) return new Map();

  const files = fs
    .readdirSync(place)
    .filter((name) => name.endsWith(".json"))
    .toSorted();
  return new Map(files.map((name) => [path.basename(name, ".json"), readJson(path.join(place, name), dataSchema)]));
}

export function writeSampleFiles(folder: string, samples: Samples): void {
  const place = path.join(folder, "samples");
  for (const [name, data] of samples) {
    const file = path.join(place, `${folderNameOf(name)}.json`);
    if (fs.existsSync(file) && isDeepStrictEqual(JSON.parse(fs.readFileSync(file, "utf8")), data)) continue;
    fs.mkdirSync(place, { recursive: true });
    fs.writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
  }
}

/** The samples that the service keeps with a document; undefined at services that keep none. */
export async function readServiceSamples(docloom: Docloom, id: string): Promise<Samples | undefined> {
  try {
    const samples: Samples = new Map();
    for (const { id: sample } of await dataOf(
      docloom.api.GET("/api/documents/{id}/samples", { params: { path: { id } } }),
    )) {
      const params = { path: { id, sample } };
      const { name, data } = await dataOf(docloom.api.GET("/api/documents/{id}/samples/{sample}", { params }));
      samples.set(name, data);
    }
    return samples;
  } catch (error) {
    if (error instanceof DocloomError && (error.status === 404 || error.status === 405)) return undefined;
    throw error;
  }
}

/** What would change if the samples of `to` were brought to `from`; samples that only `from` has stay. */
export function sampleDifferences(from: Samples | undefined, to: Samples): Difference[] {
  if (from === undefined) return [];

  return [...to].flatMap(([name, data]) => {
    const before = from.get(name);
    if (before !== undefined && isDeepStrictEqual(before, data)) return [];
    return [{ what: `sample ${name}`, from: before === undefined ? "" : shortened(before), to: shortened(data) }];
  });
}

/** Brings samples to the service: new ones are made, others changed. */
export async function pushSamples(docloom: Docloom, id: string, samples: Samples): Promise<void> {
  if (samples.size === 0) return;
  const present = await readServiceSamples(docloom, id);
  if (present === undefined) return;

  const listed = await dataOf(docloom.api.GET("/api/documents/{id}/samples", { params: { path: { id } } }));
  for (const [name, data] of samples) {
    const known = listed.find((sample) => sample.name === name);
    if (!known)
      await docloom.api.POST("/api/documents/{id}/samples", { params: { path: { id } }, body: { name, data } });
    else if (!isDeepStrictEqual(present.get(name), data))
      await docloom.api.PUT("/api/documents/{id}/samples/{sample}", {
        params: { path: { id, sample: known.id } },
        body: { data },
      });
  }
}

const MAX_SHOWN_LENGTH = 60;

function shortened(data: MergeData): string {
  const text = JSON.stringify(data);
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
