import type { DocumentTagsOf } from "../delivery/setting-renderer.ts";
import { htmlTags } from "../templates/html/html-tags.ts";

/** Document tags in the html of mails: mail programs show pictures, and drop drawings inlined in the text. */
export const mailTags: DocumentTagsOf = (warn) => htmlTags({ warn, codes: "png" });
