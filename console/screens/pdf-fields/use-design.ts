import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { dataOf } from "../../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api } from "../../api/client.ts";
import type { OneDocument } from "../../api/documents.ts";
import { notifyDone } from "../../parts/notify.ts";
import { type DrawnField, drawnFields, sentFields } from "./placed.ts";
import { useHistory } from "./use-history.ts";

const PATH = "/api/documents/{id}/pdf_fields";

/** What the file has, and the version and revision in which it has it. */
interface Base {
  fields: readonly DrawnField[];
  version: number;
  etag: string;
}

function baseOf({ fields, version }: AnswerOf<typeof PATH>, { response }: { response: Response }): Base {
  return { fields: drawnFields(fields), version, etag: response.headers.get("etag") ?? "" };
}

const listQuery = (id: string, version: number | undefined) =>
  queryOptions({
    queryKey: ["documents", id, "pdf-fields", version],
    async queryFn() {
      const call = api.GET(PATH, { params: { path: { id } } });

      return baseOf(await dataOf(call), await call);
    },
  });

const NONE: readonly DrawnField[] = [];

/**
 * The fields of a PDF document as somebody draws them; they stay while another side of the editor is in view.
 * @param isOpen whether they are needed
 */
export function useDesign(document: OneDocument, isOpen: boolean) {
  const { id, version, type } = document;
  const queries = useQueryClient();
  const [base, setBase] = useState<Base>();
  const history = useHistory<readonly DrawnField[]>(NONE);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { value: fields, reset } = history;
  const isDirty = base !== undefined && fields !== base.fields;

  const listed = useQuery({
    ...listQuery(id, version),
    enabled: isOpen && type === "pdf",
    staleTime: Number.POSITIVE_INFINITY,
  });

  // What was drawn stays if somebody else saves: saving then asks which of the two is kept.
  const { data } = listed;
  const taken = useRef<Base>(undefined);
  useEffect(() => {
    if (!data || isDirty || data === taken.current) return;
    taken.current = data;
    setBase(data);
    reset(data.fields);
    setSelected([]);
  }, [data, isDirty, reset]);

  const save = useMutation({
    async mutationFn({ force = false, allTheSame = false }: { force?: boolean; allTheSame?: boolean }) {
      // Ids of an older version name nothing any more.
      const sent = sentFields(force ? fields.map(({ id: _id, ...field }) => field) : fields);
      // Other members of the document may have changed without the file.
      const etag = base?.version === version ? document.etag : (base?.etag ?? "");
      const call = api.PUT(PATH, {
        params: { path: { id }, header: force ? {} : { "If-Match": etag } },
        body: { fields: sent, ...(allTheSame ? { force: 1 } : {}) },
      });

      return baseOf(await dataOf(call), await call);
    },
    async onSuccess(saved) {
      queries.setQueryData(listQuery(id, saved.version).queryKey, saved);
      setBase(saved);
      reset(saved.fields);
      setSelected([]);
      notifyDone("The fields are saved in a new version of the file.");
      await queries.invalidateQueries({
        queryKey: ["documents", id],
        predicate: ({ queryKey }) => queryKey[2] !== "pdf-fields",
      });
    },
  });

  return {
    listed,
    history,
    fields,
    selected,
    select: setSelected,
    isDirty,
    save,
    /** What the file has now, in place of what was drawn. */
    async discard() {
      save.reset();
      if (base) reset(base.fields);
      setSelected([]);
      await queries.invalidateQueries({ queryKey: ["documents", id] });
    },
  };
}

export type Design = ReturnType<typeof useDesign>;
