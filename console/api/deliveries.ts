import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../../packages/docloom/src/client/answers.ts";
import { type AnswerOf, api, type QueryOf } from "./client.ts";
import { listOptions } from "./lists.ts";

/** What happens after a merge, as configured; forms know its settings by the description of their kind. */
export type Delivery = Omit<AnswerOf<"/api/documents/{id}/deliveries">[number], "settings"> & {
  settings: Readonly<Record<string, unknown>>;
};

/** Whose deliveries they are: `documents/12` or `routes/3`. */
export type DeliveryOwner = { kind: "documents" | "routes"; id: string };

/** Path and parameters of calls about the deliveries of a document or a data route. */
export const deliveriesOf = ({ kind, id }: DeliveryOwner) =>
  [`/api/${kind}/{id}/deliveries`, { params: { path: { id } } }] as const;

/** The same for one of them. */
export const deliveryOf = ({ kind, id }: DeliveryOwner, delivery: string) =>
  [`/api/${kind}/{id}/deliveries/{delivery}`, { params: { path: { id, delivery } } }] as const;

export const deliveriesQuery = (owner: DeliveryOwner) =>
  queryOptions({
    queryKey: [owner.kind, owner.id, "deliveries"],
    queryFn: (): Promise<Delivery[]> => {
      const [path, { params }] = deliveriesOf(owner);

      return dataOf(api.GET(path, { params: { ...params, query: { details: 1 } } }));
    },
  });

/** One delivery of one run, with its tries. */
export type RunDelivery = AnswerOf<"/api/deliveries">[number];

/** Deliveries of runs, newest first, page by page. */
export const runDeliveryList = (filters: QueryOf<"/api/deliveries">) =>
  listOptions(["deliveries", filters], (page, signal) =>
    api.GET("/api/deliveries", { params: { query: { ...filters, ...page } }, signal }),
  );
