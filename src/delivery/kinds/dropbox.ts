import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { ownClient } from "../consent/consent-client.ts";
import { mergeText, optional, requiredMergeText, shared } from "../setting-values.ts";
import { type DropboxAccount, dropboxStore } from "../storage/dropbox-store.ts";
import { ifExistsSetting } from "../storage/if-exists.ts";
import { storeKind } from "./store-kind.ts";

const check = z
  .strictObject({
    app_key: optional(mergeText()),
    app_secret: optional(mergeText()),
    refresh_token: requiredMergeText(),
    path: optional(mergeText()),
    if_exists: optional(ifExistsSetting()),
    ...shared,
  } satisfies Record<SettingName<"dropbox">, z.ZodType>)
  .superRefine(({ app_key: key, app_secret: secret }, context) => {
    if (!key === !secret) return;
    const message = "must be given with app_secret; without both it is the service's own application";
    context.addIssue({ code: "custom", path: ["app_key"], message });
  });

/** Dropbox. */
export const dropboxKind = storeKind<DropboxAccount>({
  check,

  account: (read) => ({
    client: ownClient(read.line("app_key"), read.line("app_secret")),
    refreshToken: read.line("refresh_token"),
  }),

  target: () => "content.dropboxapi.com",
  envelope: () => ({ target: "Dropbox" }),
  open: dropboxStore,
});
