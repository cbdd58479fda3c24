/** What leads a stranger to a workspace: the columns of what is shown, joined by a blank where there are several. */
const POINTER_SOURCES = {
  key: { table: "api_keys", columns: ["id"] },
  session: { table: "browser_sessions", columns: ["token_sha256"] },
  sign_in_link: { table: "sign_in_links", columns: ["token_sha256"] },
  invitation: { table: "invitations", columns: ["token_sha256"] },
  directory: { table: "directories", columns: ["token_sha256"] },
  issuer: { table: "issuers", columns: ["id"] },
  domain: { table: "issuers", columns: ["domain"] },
  passkey: { table: "passkeys", columns: ["id"] },
  person: { table: "persons", columns: ["id"] },
  email: { table: "persons", columns: ["email"] },
  identity: { table: "person_identities", columns: ["issuer", "subject"] },
  link: { table: "links", columns: ["token_sha256"] },
  fill_in: { table: "fill_in_pages", columns: ["key_sha256"] },
  former: { table: "former_addresses", columns: ["address_sha256"] },
} as const;

export type PointerKind = keyof typeof POINTER_SOURCES;

const CHANGES = `
create table if not exists pointer_changes (
  seq integer primary key autoincrement, kind text not null, value text not null, is_removed integer not null);
create index if not exists pointers_to_add on pointer_changes (seq) where is_removed = 0;`;

/** Tables and triggers that note which pointers come and go, in the transaction of the row: no writer forgets one. */
export const POINTER_TRIGGERS: string = [
  CHANGES,
  ...Object.entries(POINTER_SOURCES).map(([kind, source]) => triggersFor(kind, source)),
].join("\n");

function triggersFor(kind: string, { table, columns }: { table: string; columns: readonly string[] }): string {
  const valueIn = (row: string) => columns.map((column) => `${row}.${column}`).join(" || ' ' || ");
  const note = (value: string, isRemoved: 0 | 1, condition: string) =>
    `insert into pointer_changes (kind, value, is_removed) select '${kind}', ${value}, ${isRemoved} ${condition};`;
  const added = note(valueIn("new"), 0, "");
  const removed = note(
    valueIn("old"),
    1,
    `where not exists (select 1 from ${table} where ${valueIn(table)} = ${valueIn("old")})`,
  );
  return `
create trigger if not exists pointer_${kind}_added after insert on ${table} begin ${added} end;
create trigger if not exists pointer_${kind}_changed after update of ${columns.join(", ")} on ${table}
  when ${valueIn("new")} is not ${valueIn("old")} begin ${removed} ${added} end;
create trigger if not exists pointer_${kind}_removed after delete on ${table} begin ${removed} end;`;
}
