import * as z from "zod";
import type { Folder } from "../../store/folders.ts";

/** A folder as answers list it (wire "Beyond the listed endpoints"). `name` is what `folder` of a document takes. */
export const folderSchema = z.object({
  id: z.string().meta({ description: "Identifier of the folder." }),
  name: z.string().meta({ description: "Its whole path.", examples: ["Sales/Invoices"] }),
  type: z.enum(["document", "route"]).meta({ description: "What it holds: `route` where it has data routes only." }),
  date: z.string().meta({ description: "When it was made (UTC).", examples: ["2026-11-22 09:30:00"] }),
});

export function folderJson({ id, path, hasDocuments, hasRoutes, createdAt }: Folder): z.output<typeof folderSchema> {
  return {
    id,
    name: path,
    type: hasRoutes && !hasDocuments ? "route" : "document",
    date: createdAt.toISOString().slice(0, 19).replace("T", " "),
  };
}
