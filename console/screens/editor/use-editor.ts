import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useSampleData } from "../../parts/preview/use-sample.ts";

const route = getRouteApi("/inside/documents/$id/");

type Search = ReturnType<typeof route.useSearch>;
export type EditorSide = NonNullable<Search["side"]>;

/** What an editor shows beside the template, by its address: the side that is open, and the data that are merged. */
export function useEditor(documentId: string, firstSide: EditorSide) {
  const { sample, side = firstSide } = route.useSearch();
  const navigate = route.useNavigate();
  const { samples, sampleId, data } = useSampleData(documentId, sample);
  const [typed, setTyped] = useState<unknown>();
  const setSearch = (change: Search) => void navigate({ search: { sample, side, ...change }, replace: true });

  return {
    side,
    setSide: (next: EditorSide) => setSearch({ side: next }),
    samples,
    sampleId,
    chooseSample(next: string) {
      setTyped(undefined);
      setSearch({ sample: next });
    },
    /** What was typed, else the sample's. */
    data: typed ?? data,
    setTyped,
  };
}
