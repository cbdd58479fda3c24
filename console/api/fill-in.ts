import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { api, type BodyOf } from "./client.ts";
import type { DeliveryOwner } from "./deliveries.ts";

/** Whose fill-in page it is: `documents/12` or `routes/3`. */
export type FillInOwner = DeliveryOwner;

/** Where a fill-in page is, and what it asks when nobody has arranged it. */
export const fillInQuery = ({ kind, id }: FillInOwner) =>
  queryOptions({
    queryKey: [kind, id, "fill-in"],
    queryFn: () => dataOf(api.GET(`/api/${kind}/{id}/fill_in`, { params: { path: { id } } })),
  });

/** The settings of a fill-in page, as they are sent. */
export type SentFillIn = BodyOf<"/api/documents/{id}/fill_in/preview">["fill_in"];

/** The page that these settings make. */
export const previewFillIn = async (
  { kind, id }: FillInOwner,
  fill_in: SentFillIn,
  signal: AbortSignal,
): Promise<string> =>
  String(
    await dataOf(
      api.POST(`/api/${kind}/{id}/fill_in/preview`, {
        params: { path: { id } },
        body: { fill_in },
        parseAs: "text",
        signal,
      }),
    ),
  );

/** Gives the page another address. */
export const renewFillIn = ({ kind, id }: FillInOwner) =>
  api.POST(`/api/${kind}/{id}/fill_in/key`, { params: { path: { id } } });

/** Saves the settings of the page. */
export const saveFillIn = ({ kind, id }: FillInOwner, fill_in: SentFillIn, header: Record<string, string>) =>
  api.PUT(`/api/${kind}/{id}`, { params: { path: { id }, header }, body: { settings: { fill_in } } });
