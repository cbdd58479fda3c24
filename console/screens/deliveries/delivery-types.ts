import type { Delivery } from "../../api/deliveries.ts";

/** Every kind of delivery, apart from its form and picture: addresses need no more than this. */
export const DELIVERY_TYPES = [
  "email",
  "webhook",
  "s3",
  "route",
  "webdav",
  "azure_blob",
  "dropbox",
  "google_drive",
  "sharepoint",
] as const satisfies readonly Delivery["type"][];
