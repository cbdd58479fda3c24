import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { readJson } from "./json-file.ts";

/** `docloom.json` of a project. */
const projectSchema = z.strictObject({
  $schema: z.string().optional(),
  /** The service that the project's documents are pushed to. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** The folder of the documents; `documents` if absent. */
  documents: z.string().optional(),
});

export type Project = z.output<typeof projectSchema> & { folder: string };

export const PROJECT_FILE = "docloom.json";

/** The project around a folder: the first `docloom.json` upwards. */
export function findProject(from = process.cwd()): Project | undefined {
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const file = path.join(folder, PROJECT_FILE);
    if (fs.existsSync(file)) return { ...readJson(file, projectSchema), folder };
    if (folder === path.dirname(folder)) return undefined;
  }
}
