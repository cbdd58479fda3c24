import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf } from "./client.ts";

/** Where the fill-in page of a document is, and what it asks when nobody has arranged it. */
export const fillInQuery = (id: string) =>
  queryOptions({
    queryKey: ["documents", id, "fill-in"],
    queryFn: () => dataOf(api.GET("/api/documents/{id}/fill_in", { params: { path: { id } } })),
  });

/** The settings of a fill-in page, as they are sent. */
export type SentFillIn = BodyOf<"/api/documents/{id}/fill_in/preview">["fill_in"];

/** The page that these settings make. */
export const previewFillIn = async (id: string, fill_in: SentFillIn, signal: AbortSignal): Promise<string> =>
  String(
    await dataOf(
      api.POST("/api/documents/{id}/fill_in/preview", {
        params: { path: { id } },
        body: { fill_in },
        parseAs: "text",
        signal,
      }),
    ),
  );
