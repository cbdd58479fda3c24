import { queryOptions, useQuery } from "@tanstack/react-query";
import { getJson } from "../../api/client.ts";
import { dataSchemaQuery } from "../../api/documents.ts";

/** Data kept with a document under a name. */
export interface Sample {
  id: string;
  name: string;
  created_at: string;
  updated_at: string;
  size: number;
}

/** The named data that are kept with a document. */
const samplesQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "samples"],
    retry: false,
    queryFn: () => getJson<Sample[]>(`/api/documents/${encodeURIComponent(id)}/samples`),
  });

/** One of them, with its data. */
const sampleQuery = (id: string, sample: string) =>
  queryOptions({
    queryKey: ["documents", id, "samples", sample],
    queryFn: () =>
      getJson<Sample & { data: unknown }>(
        `/api/documents/${encodeURIComponent(id)}/samples/${encodeURIComponent(sample)}`,
      ),
  });

/** Data to merge with: the chosen sample's, else the first one's, else what the fields suggest. */
export function useSampleData(id: string, chosen: string | undefined) {
  const samples = useQuery(samplesQuery(id));
  const first = samples.data?.[0]?.id;
  const wanted = chosen === "example" ? undefined : (samples.data?.find((sample) => sample.id === chosen)?.id ?? first);
  const sample = useQuery({ ...sampleQuery(id, wanted ?? ""), enabled: wanted !== undefined });
  const schema = useQuery({ ...dataSchemaQuery(id), enabled: !samples.isPending && wanted === undefined });
  const data: unknown = wanted === undefined ? schema.data?.examples?.[0] : sample.data?.data;

  return { samples: samples.data ?? [], sampleId: wanted, data, error: sample.error ?? schema.error };
}
