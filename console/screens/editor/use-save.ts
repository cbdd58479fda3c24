import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../api/client.ts";
import type { OneDocument } from "../../api/documents.ts";
import { documentQuery } from "../../api/documents.ts";
import { problemFrom } from "../../api/problem.ts";
import { notifyDone } from "../../parts/notify.ts";

interface Change {
  html?: string;
  file?: Blob;
  /** Saves although somebody else saved in between. */
  force?: boolean;
}

/** Saves a new version of the template, unless somebody else was quicker. */
export function useSave(document: OneDocument) {
  const { id } = document;
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["documents", id] });

  const save = useMutation({
    async mutationFn({ html, file, force }: Change) {
      const { data, error, response } = await api.PUT("/api/documents/{id}", {
        params: { path: { id } },
        body:
          html === undefined
            ? { file_contents: file && new Uint8Array(await file.arrayBuffer()).toBase64() }
            : { html },
        headers: force || document.etag === "" ? {} : { "if-match": document.etag },
      });
      if (!data) throw problemFrom(error, response);

      return { ...data, etag: response.headers.get("etag") ?? "" };
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

  return { ...save, reload: () => void refresh().then(() => save.reset()) };
}
