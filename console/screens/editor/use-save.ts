import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { api } from "../../api/client.ts";
import type { OneDocument } from "../../api/documents.ts";
import { documentQuery } from "../../api/documents.ts";
import { uploadOf } from "../../api/upload.ts";
import { notifyDone } from "../../parts/notify.ts";

interface Change {
  html?: string;
  file?: Blob;
  /** The version that was changed, by its ETag; without it, the newest that was read. */
  etag?: string;
  /** Saves although somebody else saved in between. */
  force?: boolean;
  /** Saves although the document's own tests fail, or fields that were used are gone. */
  allTheSame?: boolean;
  /** Share of the file that is on its way, 0 to 1. */
  onProgress?: (share: number) => void;
}

/** Saves a new version of the template, unless somebody else was quicker. */
export function useSave(document: OneDocument) {
  const { id } = document;
  const queries = useQueryClient();
  // Merges get a template of such a document when a second person has approved it.
  const isDraft = Number(document.settings.approval ?? 0) === 1;
  const refresh = () => queries.invalidateQueries({ queryKey: ["documents", id] });

  const save = useMutation({
    async mutationFn({ html, file, etag = document.etag, force, allTheSame, onProgress = () => {} }: Change) {
      const call = api.PUT("/api/documents/{id}", {
        params: { path: { id }, header: force || etag === "" ? {} : { "If-Match": etag } },
        // A file goes as a part of its own: an empty one is refused as such.
        ...(html === undefined
          ? uploadOf(formWith(file, { draft: isDraft, force: allTheSame }), onProgress)
          : { body: { html, ...(isDraft ? { draft: 1 } : {}), ...(allTheSame ? { force: 1 } : {}) } }),
      });

      return { ...(await dataOf(call)), etag: (await call).response.headers.get("etag") ?? "" };
    },
    async onSuccess({ etag, ...saved }, { html }) {
      queries.setQueryData(
        documentQuery(id).queryKey,
        (before) => before && { ...before, ...saved, etag, ...(html === undefined ? {} : { html }) },
      );
      const count = saved.warnings.length;
      notifyDone(
        `${isDraft ? "Saved as a draft: ask for its approval under Versions." : "Saved as a new version."}${count === 0 ? "" : ` There ${count === 1 ? "is 1 hint" : `are ${count} hints`} about it.`}`,
      );
      await refresh();
    },
  });

  return {
    ...save,
    /** Reads what is now saved. */
    async reload(): Promise<OneDocument> {
      const newest = await queries.fetchQuery({ ...documentQuery(id), staleTime: 0 });
      void refresh();
      save.reset();

      return newest;
    },
  };
}

function formWith(file: Blob | undefined, flags: Record<string, boolean | undefined>): FormData {
  const form = new FormData();
  for (const [name, isOn] of Object.entries(flags)) if (isOn) form.append(name, "1");
  if (file) form.append("file", file);

  return form;
}
