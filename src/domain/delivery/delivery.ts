/** The vocabulary of deliveries (interface 2.5, wire "Deliveries"). */

export const DELIVERY_KINDS = [
  "email",
  "webhook",
  "s3",
  "route",
  "webdav",
  "azure_blob",
  "dropbox",
  "google_drive",
  "sharepoint",
] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];

/** What a delivery belongs to. */
export type DeliveryOwner = { documentId: number } | { routeId: number };
