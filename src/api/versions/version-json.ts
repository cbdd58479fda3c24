import * as z from "zod";
import type { RequestContext } from "../../http/context.ts";
import type { StoredDocument } from "../../store/document-rows.ts";
import type { TemplateVersion } from "../../store/versions.ts";
import { PERSON } from "../documents/template-upload.ts";
import { timestamp } from "../documents/timestamp.ts";

export const versionSchema = z
  .object({
    version: z.int().meta({ description: "Number: 1, 2, 3, ... within the document." }),
    current: z.literal([0, 1]).meta({ description: "1 for the version that merges use." }),
    draft: z.literal([0, 1]).meta({ description: "1 for a version that was saved and not published." }),
    size: z.int().meta({ description: "Bytes of the template." }),
    sha256: z.string().meta({ description: "SHA-256 of the template, in hex." }),
    date: z.string().meta({ description: "When it was saved (UTC).", examples: ["2026-11-22 09:30:00"] }),
    created_by: z.string().meta({
      description: "The API key that saved it, `console` for a person or a session by link; empty if unknown.",
    }),
    created_by_name: z.string().meta({
      description: "The name of the person or of the key; empty if there is none.",
      examples: ["Ada Lovelace"],
    }),
    restored_from: z.int().optional().meta({ description: "The version that this one brought back." }),
  })
  .meta({ id: "TemplateVersion" });

/** Who may have saved versions: id of a person or a key -> name. */
export async function authorNames(
  { store }: RequestContext,
  workspaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const [people, keys] = await Promise.all([store.persons.names(workspaceId), store.keys.list(workspaceId)]);

  return new Map([...keys.map(({ keyId, name }) => [keyId, name] as const), ...people]);
}

/** @param names of `authorNames` */
export function versionJson(
  version: TemplateVersion,
  document: StoredDocument,
  names: ReadonlyMap<string, string>,
): z.output<typeof versionSchema> {
  const person = version.createdBy.startsWith(PERSON) ? version.createdBy.slice(PERSON.length) : undefined;

  return {
    version: version.number,
    current: version.id === document.version.id ? 1 : 0,
    draft: version.draft ? 1 : 0,
    size: version.sizeBytes,
    sha256: version.sha256,
    date: timestamp(version.createdAt),
    created_by: person === undefined ? version.createdBy : "console",
    created_by_name: names.get(person ?? version.createdBy) ?? "",
    ...(version.restoredFrom === undefined ? {} : { restored_from: version.restoredFrom }),
  };
}
