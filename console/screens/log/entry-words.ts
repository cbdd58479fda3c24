import type { AuditEntry } from "../../api/audit.ts";

/** What was done, as it is said after a name: `Ada` + `changed the document` + `Offer`. */
const DEEDS: Readonly<Record<string, string>> = {
  "account.updated": "changed the account's settings",
  "account.alert_secret_rotated": "made a new secret for alerts",
  "address.added": "took over the former address",
  "address.deleted": "gave up the former address",
  "application.let_in": "let in the application",
  "application.turned_out": "turned out the application",
  "application.token_used_twice": "turned out, since its token was used twice, the application",
  "approval.asked": "asked for approval of a change of the document",
  "approval.given": "approved a change of the document",
  "approval.given_back": "gave back a change of the document",
  "approval.withdrawn": "withdrew the approval of a change of the document",
  "audit.expired": "removed entries that are kept no longer",
  "audit.read": "read the log",
  "audit.exported": "exported the log",
  "delivery.created": "added the delivery",
  "delivery.updated": "changed the delivery",
  "delivery.deleted": "deleted the delivery",
  "delivery.erased": "removed for good the delivery",
  "delivery.undeleted": "brought back from the bin the delivery",
  "delivery.retried": "sent again the delivery",
  "delivery.secret_rotated": "made a new secret for the delivery",
  "directory.connected": "connected a directory",
  "directory.disconnected": "disconnected the directory",
  "document.created": "created the document",
  "document.updated": "changed the document",
  "document.deleted": "deleted the document",
  "document.erased": "removed for good the document",
  "document.undeleted": "brought back from the bin the document",
  "document.copied": "made a copy, the document",
  "document.published": "published a version of the document",
  "document.restored": "restored a version of the document",
  "document.address_renewed": "renewed the merge address of the document",
  "document.fill_in_address_renewed": "renewed the address of the fill-in page of the document",
  "document.runs_purged": "purged data and files of the document",
  "folder.created": "created the folder",
  "folder.moved": "renamed or moved the folder",
  "folder.deleted": "deleted the folder",
  "font.added": "added the font",
  "font.deleted": "deleted the font",
  "font.erased": "removed for good the font",
  "font.undeleted": "brought back from the bin the font",
  "hook.created": "made the hook",
  "hook.updated": "changed the hook",
  "hook.deleted": "deleted the hook",
  "identity.created": "added the signing identity",
  "identity.updated": "changed the signing identity",
  "identity.deleted": "deleted the signing identity",
  "identity.erased": "removed for good the signing identity",
  "identity.undeleted": "brought back from the bin the signing identity",
  "invitation.accepted": "accepted an invitation",
  "invitation.sent": "invited somebody",
  "invitation.sent_again": "sent an invitation again",
  "invitation.withdrawn": "withdrew an invitation",
  "issuer.created": "added the issuer",
  "issuer.updated": "changed the issuer",
  "issuer.removed": "removed the issuer",
  "issuer.domain_looked_up": "looked up the domain of the issuer",
  "key.created": "made the API key",
  "key.changed": "changed the rights of the API key",
  "key.renamed": "renamed the API key",
  "key.revoked": "revoked the API key",
  "mail_server.set": "set the mail server",
  "mail_server.removed": "removed the mail server",
  "turnstile.set": "set the Turnstile keys",
  "turnstile.removed": "removed the Turnstile keys",
  "passkey.added": "added the passkey",
  "passkey.renamed": "renamed the passkey",
  "passkey.removed": "removed a passkey",
  "person.first_owner_named": "named the first owner",
  "person.left": "left the workspace",
  "person.let_go": "let go",
  "person.let_in": "let in",
  "person.address_changed": "changed the address of",
  "person.renamed": "renamed",
  "person.role_changed": "changed the role of",
  "route.created": "created the data route",
  "route.updated": "changed the data route",
  "route.deleted": "deleted the data route",
  "route.erased": "removed for good the data route",
  "route.undeleted": "brought back from the bin the data route",
  "route.copied": "made a copy, the data route",
  "route.rules_replaced": "changed the rules of the data route",
  "route.rule_deleted": "deleted a rule of the data route",
  "route.address_renewed": "renewed the merge address of the data route",
  "route.fill_in_address_renewed": "renewed the address of the fill-in page of the data route",
  "route.runs_purged": "purged data and files of the data route",
  "run.cancelled": "canceled a run",
  "run.paused": "paused a batch",
  "run.resumed": "resumed a batch",
  "run.purged": "purged data and files of a run",
  "run.replayed": "merged the data of a run again",
  "sample.created": "added the sample data",
  "sample.updated": "changed the sample data",
  "sample.deleted": "deleted the sample data",
  "sample.erased": "removed for good the sample data",
  "sample.undeleted": "brought back from the bin the sample data",
  "session.opened": "signed in",
  "session.ended": "signed a browser out",
};

/** The kinds of things that the log can be narrowed to. */
export const LOG_KINDS = [
  { value: "document", label: "Documents" },
  { value: "route", label: "Data routes" },
  { value: "delivery", label: "Deliveries" },
  { value: "sample", label: "Sample data" },
  { value: "folder", label: "Folders" },
  { value: "person", label: "People" },
  { value: "invitation", label: "Invitations" },
  { value: "key", label: "API keys" },
  { value: "session", label: "Sign-ins" },
  { value: "account", label: "Settings of the account" },
  { value: "mail_server", label: "Mail server" },
  { value: "turnstile", label: "Turnstile keys" },
  { value: "hook", label: "Hooks" },
  { value: "identity", label: "Signing identities" },
  { value: "font", label: "Fonts" },
  { value: "run", label: "Runs" },
  { value: "audit", label: "The log itself" },
] as const;

const NAMES: Readonly<Record<string, string>> = {
  output_name: "File name",
  retention_days: "Days of data",
  audit_days: "Days of the log",
  template_sha256: "Template",
  alert_address: "Alerts go to",
  dkim_selector: "DKIM selector",
  site_key: "Site key",
};

const VIAS = {
  service: "the service",
  api: "a program",
  console: "the console",
  command_line: "the command line",
  agent: "an agent",
  application: "an application",
  directory: "the directory",
} as const;

/** Somebody's name, or what the log knows them by. */
export function actorWords({ type, id, name }: AuditEntry["actor"]): string {
  if (name !== "") return type === "key" ? `Key ${name}` : name;
  if (type === "link") return "A sign-in link";
  if (type === "directory") return "The company's directory";
  if (type === "service") return "The service";
  return id === "" ? "Somebody" : `${type === "key" ? "Key" : "Person"} ${id}`;
}

/** What somebody did, without what it was done to; actions that this console does not know by their own name. */
export function deedWords({ action }: Pick<AuditEntry, "action">): string {
  return DEEDS[action] ?? `did: ${action.replaceAll(/[._]/g, " ")}`;
}

/** What the request came by. */
export const viaWords = ({ via }: AuditEntry["actor"]): string => `by ${VIAS[via]}`;

/** A value that differs, in words. */
export interface ChangeWords {
  name: string;
  /** As it was; undefined if there was nothing. */
  before: string | undefined;
  after: string | undefined;
}

export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): ChangeWords[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.map((name) => ({
    name: memberWords(name),
    before: valueWords(before[name]),
    after: valueWords(after[name]),
  }));
}

/** `To: from ada@example.com to bo@example.com` */
export function changeSentence({ name, before, after }: ChangeWords): string {
  if (before === undefined) return after === undefined ? name : `${name}: ${after}`;
  return after === undefined ? `${name}: no longer ${before}` : `${name}: from ${before} to ${after}`;
}

/** `settings.retention_days` -> `Retention days` */
function memberWords(name: string): string {
  const plain = name.replace(/^settings\./, "");
  const words = NAMES[plain] ?? plain.replaceAll(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function valueWords(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === true) return "yes";
  if (value === false) return "no";
  if (value === "") return "nothing";
  if (typeof value === "string") return /^[\da-f]{64}$/.test(value) ? `${value.slice(0, 8)} ...` : value;
  if (typeof value !== "object") return String(value);
  if ("sha256" in value && "length" in value) return `${String(value.length)} characters`;
  return JSON.stringify(value);
}

/** The screen of what something was done to, if there is one. */
export function placeOf({
  type,
  id,
}: AuditEntry["resource"]): { to: "documents" | "routes" | "runs"; id: string } | undefined {
  if (id === "") return undefined;
  if (type === "document") return { to: "documents", id };
  if (type === "route") return { to: "routes", id };
  if (type === "run") return { to: "runs", id };
  const [, kind, owner = ""] = /^(documents|routes)\/(\d+)\//.exec(id) ?? [];
  if (kind === "documents" || kind === "routes") return { to: kind, id: owner };
  return undefined;
}
