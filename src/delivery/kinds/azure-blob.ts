import { Buffer } from "node:buffer";
import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { refused } from "../delivery-error.ts";
import { isLiteral, mergeText, optional, requiredMergeText, shared } from "../setting-values.ts";
import { type AzureAccount, azureStore } from "../storage/azure-store.ts";
import { ifExistsSetting } from "../storage/if-exists.ts";
import { isWebUrl } from "../web-target.ts";
import { hostProblem, hostsSetting } from "./allowed-host.ts";
import { storeKind } from "./store-kind.ts";

const ACCOUNT = /^[a-z0-9]{3,24}$/;
const CONTAINER = /^(?:\$root|\$web|[a-z0-9](?:-?[a-z0-9]){2,62})$/;

const isKey = (text: string): boolean =>
  Buffer.from(text, "base64").length >= 16 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

const check = z
  .strictObject({
    account: requiredMergeText().refine((name) => !isLiteral(name) || ACCOUNT.test(name.trim()), {
      error: "must be the name of a storage account: 3 to 24 small letters and digits",
    }),
    container: requiredMergeText().refine((name) => !isLiteral(name) || CONTAINER.test(name.trim()), {
      error: "must be the name of a container: small letters, digits and single hyphens",
    }),
    account_key: optional(
      mergeText().refine((key) => !isLiteral(key) || key === "" || isKey(key.trim()), { error: "must be base64" }),
    ),
    sas: optional(mergeText()),
    endpoint: optional(
      mergeText().refine((url) => !isLiteral(url) || url === "" || isWebUrl(url), {
        error: "must be an http or https address without user name and password",
      }),
    ),
    path: optional(mergeText()),
    if_exists: optional(ifExistsSetting()),
    hosts: optional(hostsSetting()),
    ...shared,
  } satisfies Record<SettingName<"azure_blob">, z.ZodType>)
  .superRefine(({ endpoint, hosts, account_key = "", sas = "" }, context) => {
    const message = hostProblem(endpoint, hosts);
    if (message) context.addIssue({ code: "custom", path: ["endpoint"], message });
    if ((account_key === "") === (sas === ""))
      context.addIssue({ code: "custom", path: ["account_key"], message: "must be given, or sas, but not both" });
  });

/** Azure Blob Storage. */
export const azureBlobKind = storeKind<AzureAccount>({
  check,

  account(read) {
    const account = read.line("account");
    const container = read.line("container");
    if (!ACCOUNT.test(account))
      throw refused(`The setting "account" is "${account}" after merging, which is no storage account's name.`);
    if (!CONTAINER.test(container))
      throw refused(`The setting "container" is "${container}" after merging, which is no container's name.`);
    const endpoint = read.address("endpoint").replace(/(?<!\/)\/+$/, "") || `https://${account}.blob.core.windows.net`;
    if (!isWebUrl(endpoint))
      throw refused(`The setting "endpoint" is "${endpoint}" after merging, which is not a web address.`);
    return { endpoint, account, container, accountKey: read.line("account_key"), sas: read.line("sas") };
  },

  target: ({ endpoint }) => new URL(endpoint).host,
  envelope: ({ endpoint, container }) => ({ target: `${new URL(endpoint).host}/${container}` }),
  open: azureStore,
});
