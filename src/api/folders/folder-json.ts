import { z } from "zod";
import type { Folder } from "../../store/folders.ts";

/** A folder as answers list it (wire "Beyond the listed endpoints"). `name` is what `folder` of a document takes. */
export const folderSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(["document", "route"]),
  date: z.string(),
});

export function folderJson({ id, path, hasDocuments, hasRoutes, createdAt }: Folder): z.output<typeof folderSchema> {
  return {
    id,
    name: path,
    type: hasRoutes && !hasDocuments ? "route" : "document",
    date: createdAt.toISOString().slice(0, 19).replace("T", " "),
  };
}
