import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { mergeText, optional, requiredMergeText, shared } from "../setting-values.ts";
import { type DropboxAccount, dropboxStore } from "../storage/dropbox-store.ts";
import { ifExistsSetting } from "../storage/if-exists.ts";
import { storeKind } from "./store-kind.ts";

const check = z.strictObject({
  app_key: requiredMergeText(),
  app_secret: requiredMergeText(),
  refresh_token: requiredMergeText(),
  path: optional(mergeText()),
  if_exists: optional(ifExistsSetting()),
  ...shared,
} satisfies Record<SettingName<"dropbox">, z.ZodType>);

/** Dropbox. */
export const dropboxKind = storeKind<DropboxAccount>({
  check,

  account: (read) => ({
    appKey: read.line("app_key"),
    appSecret: read.line("app_secret"),
    refreshToken: read.line("refresh_token"),
  }),

  target: () => "content.dropboxapi.com",
  envelope: () => ({ target: "Dropbox" }),
  open: dropboxStore,
});
