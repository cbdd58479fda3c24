import { Failure } from "../../domain/failure.ts";
import type { DocumentSnapshot } from "../../domain/run-task.ts";
import type { TemplateSource } from "../../templates/template-engine.ts";
import type { MergeServices } from "../context.ts";

/** The bytes of the pinned version, read only when no compiled template is at hand. */
export function templateSource(
  { store }: MergeServices,
  workspaceId: string,
  { templateKey }: DocumentSnapshot,
): TemplateSource {
  return {
    versionKey: templateKey,
    async bytes() {
      const bytes = await store.blobs.get(workspaceId, templateKey);
      if (!bytes) throw new Failure("version_not_found", "The template of this merge is no longer there.");
      return bytes;
    },
  };
}
