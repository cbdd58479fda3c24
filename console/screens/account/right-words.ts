import type { Right } from "../../app/is-allowed.ts";

/** Each right as a sentence about a key: `It may ...` */
export const RIGHT_WORDS: Readonly<Record<Right, string>> = {
  "document:read": "see documents, data routes and their versions",
  "document:write": "change documents, data routes, samples and folders",
  "document:publish": "publish versions of templates",
  "delivery:write": "add, change and remove deliveries",
  merge: "merge documents",
  "run:read": "see runs and deliveries, without data and files",
  "run:data": "see merge data, files and mails",
  "run:write": "cancel and purge runs, send deliveries again",
  "tool:use": "use the file tools",
  "identity:use": "choose a signing identity",
  "identity:manage": "add and remove signing identities",
  "font:write": "add and remove fonts",
  "account:read": "see the settings and usage of the account",
  "account:write": "change the settings of the account",
  "key:read": "see API keys",
  "key:manage": "make, change and revoke API keys",
  "people:read": "see people and invitations",
  "people:manage": "invite people, change roles, remove people",
  "audit:read": "read the audit log",
  "bin:remove": "permanently delete what is in the bin",
};

/** What most keys are made for. */
export const KEY_PURPOSES = [
  { value: "all", label: "Everything that you may", rights: undefined },
  {
    value: "merge",
    label: "Merge documents, and get their files",
    rights: ["merge", "document:read", "run:read", "run:data"],
  },
  { value: "read", label: "See documents and runs, without data", rights: ["document:read", "run:read"] },
  { value: "chosen", label: "What you choose", rights: undefined },
] as const satisfies readonly { value: string; label: string; rights: readonly Right[] | undefined }[];

export type KeyPurpose = (typeof KEY_PURPOSES)[number]["value"];

/** What a key is for, by its rights; null for all. */
export function purposeOf(rights: readonly string[] | null): KeyPurpose {
  if (rights === null) return "all";
  const known = KEY_PURPOSES.find(
    (each) => each.rights && [...each.rights].sort().join() === [...rights].sort().join(),
  );
  return known?.value ?? "chosen";
}

/** What a key may, for a list. */
export function rightsSummary(rights: readonly string[] | null): string {
  if (rights === null) return "Everything";
  const words = rights.map((right) => RIGHT_WORDS[right as Right] ?? right);
  const text = words.length > 2 ? `${words.slice(0, 2).join(", ")} and ${words.length - 2} more` : words.join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
