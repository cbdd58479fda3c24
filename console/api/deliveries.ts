import { queryOptions } from "@tanstack/react-query";
import { getJson } from "./client.ts";

/** What happens after a merge, as configured. */
export interface Delivery {
  id: string;
  type: string;
  name: string;
  active: string;
  settings: Record<string, unknown>;
}

/** Whose deliveries they are: `documents/12` or `routes/3`. */
export type DeliveryOwner = { kind: "documents" | "routes"; id: string };

export const ownerAddress = ({ kind, id }: DeliveryOwner): string => `/api/${kind}/${encodeURIComponent(id)}`;

export const deliveriesQuery = (owner: DeliveryOwner) =>
  queryOptions({
    queryKey: [owner.kind, owner.id, "deliveries"],
    queryFn: () => getJson<Delivery[]>(`${ownerAddress(owner)}/deliveries`),
  });
