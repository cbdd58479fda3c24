import { queryOptions, useQuery } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api } from "../api/client.ts";

/** Ids that are asked for while this lasts go in one request. */
const GATHER_MS = 10;

type Kind = "documents" | "routes";

interface Batch {
  ids: Set<string>;
  names: Promise<ReadonlyMap<string, string>>;
}

const batches: Partial<Record<Kind, Batch>> = {};

/** The name of a document or a data route; empty if there is none with this id. */
async function readName(kind: Kind, id: string): Promise<string> {
  batches[kind] ??= { ids: new Set(), names: readNames(kind) };
  batches[kind].ids.add(id);

  return (await batches[kind].names).get(id) ?? "";
}

async function readNames(kind: Kind): Promise<ReadonlyMap<string, string>> {
  await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
  const ids = [...(batches[kind]?.ids ?? [])].join(",");
  delete batches[kind];
  const named = await dataOf(api.GET(`/api/${kind}`, { params: { query: { ids } } }));

  return new Map(named.map(({ id, name }) => [id, name]));
}

/** A part of what is read about the documents or routes, and out of date with it. */
const nameQuery = (kind: Kind, id: string) =>
  queryOptions({ queryKey: [kind, "list", "name", id], queryFn: () => readName(kind, id), staleTime: 60_000 });

/** What was merged, by its name. */
export function useName({ document = "", route = "" }: { document?: string; route?: string }): string {
  const kind = document ? "documents" : "routes";
  const id = document || route;
  const { data } = useQuery({ ...nameQuery(kind, id), enabled: id !== "" });
  if (id === "") return "Batch";

  return data || `${document ? "Document" : "Data route"} ${id}`;
}

/** The same as a text of a list: only rows that are seen ask for it. */
export const NameOf = (what: { document?: string; route?: string }) => useName(what);
