import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { refused } from "../delivery-error.ts";
import { isLiteral, mergeText, optional, requiredMergeText, shared } from "../setting-values.ts";
import { ifExistsSetting } from "../storage/if-exists.ts";
import { type SharepointAccount, sharepointName, sharepointStore } from "../storage/sharepoint-store.ts";
import { isWebUrl } from "../web-target.ts";
import { storeKind } from "./store-kind.ts";

const TENANT = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

const check = z
  .strictObject({
    tenant: requiredMergeText().refine((tenant) => !isLiteral(tenant) || TENANT.test(tenant.trim()), {
      error: "must be the id or a domain of the organization, such as contoso.onmicrosoft.com",
    }),
    client_id: requiredMergeText(),
    client_secret: requiredMergeText(),
    site: optional(
      mergeText().refine((url) => !isLiteral(url) || url === "" || isWebUrl(url), {
        error: "must be the address of a site, such as https://contoso.sharepoint.com/sites/Finance",
      }),
    ),
    library: optional(mergeText()),
    user: optional(mergeText()),
    path: optional(mergeText()),
    if_exists: optional(ifExistsSetting()),
    ...shared,
  } satisfies Record<SettingName<"sharepoint">, z.ZodType>)
  .superRefine(({ site = "", user = "" }, context) => {
    if ((site === "") === (user === ""))
      context.addIssue({ code: "custom", path: ["site"], message: "must be given, or user, but not both" });
  });

/** SharePoint, and OneDrive for work, by Microsoft Graph. */
export const sharepointKind = storeKind<SharepointAccount>({
  check,

  account(read) {
    const tenant = read.line("tenant");
    const site = read.line("site");
    const user = read.line("user");
    if (!TENANT.test(tenant))
      throw refused(`The setting "tenant" is "${tenant}" after merging, which is no organization.`);
    if (site !== "" && !isWebUrl(site))
      throw refused(`The setting "site" is "${site}" after merging, which is not a web address.`);
    if (site === "" && user === "") throw refused('The settings "site" and "user" are both empty after merging.');
    const [clientId, clientSecret] = [read.line("client_id"), read.line("client_secret")];
    return { tenant, clientId, clientSecret, site, library: read.line("library"), user };
  },

  target: () => "graph.microsoft.com",
  envelope: ({ site, user }) => ({ target: site || `OneDrive of ${user}` }),
  nameOf: sharepointName,
  open: sharepointStore,
});
