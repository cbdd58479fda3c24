import type { DataSchema } from "../../api/documents.ts";
import { asMembers } from "../../parts/data-form/members.ts";
import { type OfferedTag, offeredTags } from "../../parts/fields/offered-tags.ts";
import { ENTRY } from "./merge-tags.ts";

/** Fields of a document as the pane offers them. */
export interface DocumentFields {
  /** Those that hold one value, by their paths, and those of a list's entries, as they are written in its loop. */
  fields: OfferedTag[];
  /** Paths of the lists. */
  lists: string[];
}

export function documentFields(schema: DataSchema | undefined, data: unknown): DocumentFields {
  const lists = listsOf(schema, data);
  return {
    fields: [
      ...offeredTags(schema, data).filter(({ tag }) => tag.startsWith("{$")),
      ...lists.flatMap(({ path, entry, first }) =>
        offeredTags(entry, first)
          .filter(({ tag }) => tag.startsWith("{$"))
          .map(({ name, value }) => ({ name: `${path} › ${name}`, tag: `{$${ENTRY}.${name}}`, value })),
      ),
    ],
    lists: lists.map(({ path }) => path),
  };
}

interface List {
  path: string;
  entry: DataSchema;
  /** The first entry of the data at hand. */
  first: unknown;
}

function listsOf(schema: DataSchema | undefined, data: unknown, above = ""): List[] {
  const members = asMembers(data);
  return Object.entries(schema?.properties ?? {}).flatMap(([name, member]) => {
    const path = above === "" ? name : `${above}.${name}`;
    const types = [member.type].flat();
    if (types.includes("object")) return listsOf(member, members[name], path);
    if (!types.includes("array")) return [];
    const value = members[name];
    return [{ path, entry: member.items ?? {}, first: Array.isArray(value) ? (value[0] as unknown) : undefined }];
  });
}
