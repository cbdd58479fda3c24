import { queryOptions, useQuery } from "@tanstack/react-query";
import { allOf, api, type Schemas, withTag } from "../../api/client.ts";
import { dataSchemaQuery } from "../../api/documents.ts";
import { useMay } from "../../app/rights.ts";

/** Data kept with a document under a name. */
export type Sample = Schemas["ListedSample"];

/** The named data that are kept with a document. */
const samplesQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "samples"],
    retry: false,
    queryFn: () =>
      allOf((cursor) => api.GET("/api/documents/{id}/samples", { params: { path: { id }, query: { cursor } } })),
  });

/** One of them, with its data. */
const sampleQuery = (id: string, sample: string) =>
  queryOptions({
    queryKey: ["documents", id, "samples", sample],
    queryFn: () => withTag(api.GET("/api/documents/{id}/samples/{sample}", { params: { path: { id, sample } } })),
  });

/** Data to merge with: the chosen sample's, else the first one's, else what the fields suggest. */
export function useSampleData(id: string, chosen: string | undefined) {
  // Samples are merge data: whoever may see none gets the example that the fields suggest.
  const isShown = useMay()("run:data");
  const samples = useQuery({ ...samplesQuery(id), enabled: isShown });
  const first = samples.data?.[0]?.id;
  const wanted = chosen === "example" ? undefined : (samples.data?.find((sample) => sample.id === chosen)?.id ?? first);
  const sample = useQuery({ ...sampleQuery(id, wanted ?? ""), enabled: wanted !== undefined });
  const schema = useQuery({ ...dataSchemaQuery(id), enabled: !(isShown && samples.isPending) && wanted === undefined });
  const data: unknown = wanted === undefined ? schema.data?.examples?.[0] : sample.data?.data;

  const etag = wanted === undefined ? "" : (sample.data?.etag ?? "");

  return { samples: samples.data ?? [], sampleId: wanted, data, etag, error: sample.error ?? schema.error };
}
