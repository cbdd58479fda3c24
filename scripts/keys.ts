// `npm run keys -- create [--workspace NAME] | list | revoke KEY | sign-in [--workspace NAME] | owner EMAIL [--workspace NAME]`, each with --remote for the deployed database.
import { parseArgs } from "node:util";
import { comparableEmail } from "../src/domain/access/person.ts";
import { createCredentials, createOwnerLink, createSignInLink, listKeys, revokeKey } from "./credentials.ts";
import { type DatabaseTarget, LOCAL_DATABASE, withDatabase } from "./d1.ts";
import type { Database } from "./database.ts";
import { invitationAddress, signInAddress } from "./sign-in-address.ts";

const USAGE = `Credentials of the service:

  npm run keys -- create [--workspace NAME]   a new key and secret; the workspace is made if it does not exist
  npm run keys -- list                        all keys
  npm run keys -- revoke KEY                  the key stops working at once
  npm run keys -- sign-in [--workspace NAME]  a link that signs a browser in to the console, once
  npm run keys -- owner EMAIL [--workspace NAME]  a link that makes this person an owner: for a first one, or when all are locked out

Add --remote to work on the deployed database instead of the local one.`;

class UsageError extends Error {}

async function create(database: Database, workspace: string | undefined): Promise<string> {
  const { key, secret } = await createCredentials(database, workspace);

  return `key     ${key}\nsecret  ${secret}\n\nThe secret is shown only this once; keep it in a safe place.`;
}

async function list(database: Database): Promise<string> {
  const rows = await listKeys(database);
  if (rows.length === 0) return "There are no keys yet. Make one with: npm run keys -- create";

  const state = (revokedAt: Date | undefined) =>
    revokedAt ? `revoked ${revokedAt.toISOString().slice(0, 10)}` : "active";
  const lines = rows.map((row) => [
    row.key,
    row.createdAt.toISOString().slice(0, 10),
    state(row.revokedAt),
    row.workspace,
  ]);
  const table = [["KEY", "CREATED", "STATE", "WORKSPACE"], ...lines];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)) + 2);

  return table.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("")).join("\n");
}

async function revoke(database: Database, key: string): Promise<string> {
  if (await revokeKey(database, key)) return `${key} is revoked.`;

  throw new UsageError(`There is no active key ${key}. See: npm run keys -- list`);
}

async function signIn(database: Database, isRemote: boolean, workspace: string | undefined): Promise<string> {
  const token = await createSignInLink(database, workspace);
  if (token === undefined) throw new UsageError("There is no such workspace. See: npm run keys -- list");

  return `Open in a browser, within twelve hours (it works once):\n\n  ${signInAddress(baseOf(isRemote), token)}`;
}

function baseOf(isRemote: boolean): string {
  const local = process.env.PUBLIC_BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? 8787}`;

  return isRemote ? "the address of your service" : local;
}

async function owner(
  database: Database,
  isRemote: boolean,
  email: string,
  workspace: string | undefined,
): Promise<string> {
  const address = comparableEmail(email);
  if (address === undefined) throw new UsageError(`${email} is not an e-mail address that can be used.`);
  const token = await createOwnerLink(database, address, workspace);
  if (token === undefined) throw new UsageError("There is no such workspace. See: npm run keys -- list");

  return `Open in a browser, within seven days (it works once; whoever opens it is ${address}):\n\n  ${invitationAddress(baseOf(isRemote), token)}`;
}

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { workspace: { type: "string" }, remote: { type: "boolean", default: false } },
  });
  const { workspace, remote } = values;
  const target: DatabaseTarget = remote ? { remote } : LOCAL_DATABASE;
  const [command, key] = positionals;

  if (command === "revoke" && key !== undefined && positionals.length === 2)
    return withDatabase(target, (database) => revoke(database, key));
  if (command === "owner" && key !== undefined && positionals.length === 2)
    return withDatabase(target, (database) => owner(database, remote, key, workspace));
  if (positionals.length !== 1) throw new UsageError(USAGE);
  if (command === "create") return withDatabase(target, (database) => create(database, workspace));
  if (command === "list") return withDatabase(target, list);
  if (command === "sign-in") return withDatabase(target, (database) => signIn(database, remote, workspace));

  throw new UsageError(USAGE);
}

await main().then(
  (text) => console.log(text),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
