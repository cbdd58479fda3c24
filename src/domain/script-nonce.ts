import { startTags } from "./start-tags.ts";

/** A new nonce (CSP Level 3): 128 random bits, safe inside an attribute and a header. */
export function createScriptNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Marks the scripts that are in a template with its nonce. Called when the template is saved, before any data is
 * merged: the page runs scripts with the nonce, so scripts that arrive in data stay dead.
 *
 * @param html the template's source, merge tags included
 */
export function addNonce(html: string, nonce: string): string {
  let result = "";
  let copied = 0;
  for (const { name, nameEnd } of startTags(html)) {
    if (name !== "script") continue;
    // Of two attributes of one name the first counts, so a nonce the author wrote is overruled.
    result += `${html.slice(copied, nameEnd)} nonce="${nonce}"`;
    copied = nameEnd;
  }
  return result + html.slice(copied);
}
