import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api/client.ts";
import type { OneDocument } from "../../api/documents.ts";
import { documentQuery } from "../../api/documents.ts";
import { notifyDone } from "../../parts/notify.ts";

interface Change {
  html?: string;
  file?: Blob;
  /** The version that was changed, by its ETag; without it, the newest that was read. */
  etag?: string;
  /** Saves although somebody else saved in between. */
  force?: boolean;
}

/** Saves a new version of the template, unless somebody else was quicker. */
export function useSave(document: OneDocument) {
  const { id } = document;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["documents", id] });

  const save = useMutation({
    async mutationFn({ html, file, etag = document.etag, force }: Change) {
      const response = await request(`/api/documents/${encodeURIComponent(id)}`, {
        method: "PUT",
        // A file goes as a part of its own: an empty one is refused as such.
        body: html === undefined ? formWith(file) : JSON.stringify({ html }),
        headers: {
          ...(html === undefined ? {} : { "content-type": "application/json" }),
          ...(force || etag === "" ? {} : { "if-match": etag }),
        },
      });
      const saved = (await response.json()) as Partial<OneDocument>;

      return { ...saved, etag: response.headers.get("etag") ?? "" };
    },
    async onSuccess({ etag, ...saved }, { html }) {
      queries.setQueryData(
        documentQuery(id).queryKey,
        (before) => before && { ...before, ...saved, etag, ...(html === undefined ? {} : { html }) },
      );
      notifyDone("Saved as a new version.");
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

function formWith(file: Blob | undefined): FormData {
  const form = new FormData();
  if (file) form.append("file", file);

  return form;
}
