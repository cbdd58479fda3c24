import * as z from "zod";
import type { DeliveryOwner } from "../../domain/delivery/delivery.ts";
import type { Caller, RequestContext } from "../../http/context.ts";
import { numericId } from "../../http/wire-values.ts";
import { findDocument } from "../documents/find-document.ts";
import { findRoute } from "../routes/find-route.ts";

/** What deliveries can belong to: where their endpoints are, and how the owner is found. */
export interface DeliveryOwnerKind {
  noun: "document" | "data route";
  path: "/api/documents/:id/deliveries" | "/api/routes/:id/deliveries";
  tag: string;
  /** Throws the owner's "not found" when it is not the caller's. */
  find(context: RequestContext, caller: Caller, id: number): Promise<DeliveryOwner>;
}

export const DOCUMENT_OWNER: DeliveryOwnerKind = {
  noun: "document",
  path: "/api/documents/:id/deliveries",
  tag: "Documents",
  find: async (context, caller, id) => ({ documentId: (await findDocument(context, caller, id)).id }),
};

export const ROUTE_OWNER: DeliveryOwnerKind = {
  noun: "data route",
  path: "/api/routes/:id/deliveries",
  tag: "Data routes",
  find: async (context, caller, id) => ({ routeId: (await findRoute(context, caller, id)).id }),
};

/** Path of what deliveries belong to. */
export const ownerParams = ({ noun }: DeliveryOwnerKind) =>
  z.object({ id: numericId().meta({ description: `Id of the ${noun}.` }) });

/** Path of one delivery. */
export const deliveryParams = (kind: DeliveryOwnerKind) =>
  ownerParams(kind).extend({ delivery: z.string().meta({ description: "Id of the delivery." }) });
