import type { Schemas } from "../../api/client.ts";

export type Role = Schemas["Person"]["role"];

/** What a role in a folder is called on the wire. */
export type FolderRole = "editor" | "operator" | "viewer" | "none";

export interface FolderRights {
  id: string;
  role: FolderRole;
}

/** Each role with what it may, the one that may least first. */
export const ROLES: readonly { value: Role; label: string; may: string }[] = [
  { value: "viewer", label: "Viewer", may: "Sees documents and runs, without data and files." },
  { value: "operator", label: "Operator", may: "Merges documents and lists, sees runs with their files, sends again." },
  { value: "editor", label: "Editor", may: "Changes templates, deliveries and data routes, too, and publishes." },
  { value: "auditor", label: "Auditor", may: "Sees the log, people and settings, and nothing else." },
  { value: "owner", label: "Owner", may: "Everything: people, keys and ways to sign in, too." },
];

export const FOLDER_ROLES: readonly { value: FolderRole; label: string }[] = [
  { value: "none", label: "Nothing" },
  { value: "viewer", label: "Viewer" },
  { value: "operator", label: "Operator" },
  { value: "editor", label: "Editor" },
];

export const roleWord = (role: string): string => ROLES.find(({ value }) => value === role)?.label ?? role;

/** `Editor in Sales, nothing in HR` */
export function folderWords(folders: readonly { name: string; role: string }[]): string {
  const words = folders.map(({ name, role }) => `${role === "none" ? "nothing" : role} in ${name}`).join(", ");

  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What somebody signs in by, as the service names it, in words. */
const wayWord = (way: string): string =>
  way === "passkey" ? "passkey" : (URL.parse(way)?.host.replace(/^(?:www|login|accounts)\./, "") ?? way);

/** @param byMail whether links to sign in leave this service by mail */
export const waysWords = (ways: readonly string[], byMail: boolean): string =>
  [...(byMail ? ["mail"] : []), ...ways.map(wayWord)].join(", ") || "no way yet";
