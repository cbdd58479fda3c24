import type { DeliveryKind } from "../domain/delivery/delivery.ts";
import type { OutboxKind } from "../domain/delivery/outbox.ts";
import type { DeliveryKindHandler } from "./delivery-kind.ts";
import { alertKind } from "./kinds/alert.ts";
import { azureBlobKind } from "./kinds/azure-blob.ts";
import { dropboxKind } from "./kinds/dropbox.ts";
import { emailKind } from "./kinds/email.ts";
import { googleDriveKind } from "./kinds/google-drive.ts";
import { routeKind } from "./kinds/route.ts";
import { s3Kind } from "./kinds/s3.ts";
import { sharepointKind } from "./kinds/sharepoint.ts";
import { webdavKind } from "./kinds/webdav.ts";
import { webhookKind } from "./kinds/webhook.ts";

/** Every way to deliver. */
export const DELIVERY_KIND_HANDLERS: Readonly<Record<DeliveryKind, DeliveryKindHandler>> = {
  email: emailKind,
  webhook: webhookKind,
  s3: s3Kind,
  route: routeKind,
  webdav: webdavKind,
  azure_blob: azureBlobKind,
  dropbox: dropboxKind,
  google_drive: googleDriveKind,
  sharepoint: sharepointKind,
};

/** What the outbox holds: deliveries, and alerts about those that were given up. */
export const OUTBOX_KIND_HANDLERS: Readonly<Record<OutboxKind, Pick<DeliveryKindHandler, "prepare">>> = {
  ...DELIVERY_KIND_HANDLERS,
  alert: alertKind,
};
