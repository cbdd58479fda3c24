import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { refused } from "../delivery-error.ts";
import { isLiteral, mergeText, optional, requiredMergeText, shared } from "../setting-values.ts";
import { ifExistsSetting } from "../storage/if-exists.ts";
import { type WebdavAccount, webdavStore } from "../storage/webdav-store.ts";
import { isWebUrl } from "../web-target.ts";
import { hostProblem, hostsSetting } from "./allowed-host.ts";
import { storeKind } from "./store-kind.ts";

const check = z
  .strictObject({
    url: requiredMergeText().refine((url) => !isLiteral(url) || isWebUrl(url), {
      error: "must be an http or https address without user name and password",
    }),
    user: optional(mergeText()),
    password: optional(mergeText()),
    path: optional(mergeText()),
    if_exists: optional(ifExistsSetting()),
    hosts: optional(hostsSetting()),
    ...shared,
  } satisfies Record<SettingName<"webdav">, z.ZodType>)
  .superRefine(({ url, hosts }, context) => {
    const message = hostProblem(url, hosts);
    if (message) context.addIssue({ code: "custom", path: ["url"], message });
  });

/** Nextcloud, ownCloud and other servers that speak WebDAV. */
export const webdavKind = storeKind<WebdavAccount>({
  check,

  account(read) {
    const url = read.address("url");
    if (!isWebUrl(url)) throw refused(`The setting "url" is "${url}" after merging, which is not a web address.`);
    return { url, user: read.line("user"), password: read.line("password") };
  },

  target: ({ url }) => new URL(url).host,
  envelope: ({ url }) => ({ url }),
  open: webdavStore,
});
