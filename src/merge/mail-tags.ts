import type { AddressGuardOf, DocumentTagsOf } from "../delivery/setting-renderer.ts";
import { addressGuard } from "../templates/html/address-guard.ts";
import { htmlTags } from "../templates/html/html-tags.ts";

/** Document tags in the html of mails: mail programs show pictures, and drop drawings inlined in the text. */
export const mailTags: DocumentTagsOf = (warn) => htmlTags({ warn, codes: "png" });

/** Mails are opened as html: their addresses take no schemes that may run a script. */
export const mailAddresses: AddressGuardOf = addressGuard;
