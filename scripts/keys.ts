// `npm run keys -- create [--workspace NAME] | list | revoke KEY | sign-in [--workspace NAME] | owner EMAIL [--workspace NAME]`, each with --remote for the deployed database.
import { parseArgs } from "node:util";
import { comparableEmail } from "../src/domain/access/person.ts";
import { isJurisdiction, JURISDICTIONS, type Jurisdiction } from "../src/domain/access/workspace-place.ts";
import { type DatabaseTarget, LOCAL_DATABASE, withDatabase } from "./d1.ts";
import { dataFolder } from "./data-folder.ts";
import { operatorService } from "./operator-service.ts";
import { knownSecretsKey, readServiceSettings } from "./service-settings.ts";
import { invitationAddress, signInAddress } from "./sign-in-address.ts";
import { allKeys, createKey, ownerLink, type Places, revokeAnyKey, signInLink } from "./workspace-access.ts";

const USAGE = `Credentials of the service:

  npm run keys -- create [--workspace NAME]   a new key and secret; the workspace is made if it does not exist
  npm run keys -- list                        all keys
  npm run keys -- revoke KEY                  the key stops working at once
  npm run keys -- sign-in [--workspace NAME]  a link that signs a browser in to the console, once
  npm run keys -- owner EMAIL [--workspace NAME]  a link that makes this person an owner: for a first one, or when all are locked out

Add --remote to work on the deployed database instead of the local one.

Workspaces in objects are reached by the running service: the local one, or the deployed one at --address https://docs.example.com (or PUBLIC_BASE_URL),
with its SECRETS_KEY in the environment. Where there are such, a new workspace is made as the service's settings say; create --jurisdiction eu makes one there.`;

class UsageError extends Error {}

interface Asked {
  places: Places;
  /** Where the links that are made lead. */
  base: string;
  workspace: string | undefined;
  jurisdiction: Jurisdiction | undefined;
}

async function create({ places, workspace, jurisdiction }: Asked): Promise<string> {
  const { key, secret } = await createKey(places, workspace, jurisdiction);

  return `key     ${key}\nsecret  ${secret}\n\nThe secret is shown only this once; keep it in a safe place.`;
}

async function list({ places }: Asked): Promise<string> {
  const { keys: rows, problem } = await allKeys(places);
  const missing = problem === undefined ? "" : `\n\nThose of workspaces in objects are not shown. ${problem}`;
  if (problem !== undefined) process.exitCode = 1;
  if (rows.length === 0) return `There are no keys yet. Make one with: npm run keys -- create${missing}`;

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

  return (
    table.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("")).join("\n") + missing
  );
}

async function revoke({ places }: Asked, key: string): Promise<string> {
  if (await revokeAnyKey(places, key)) return `${key} is revoked.`;

  throw new UsageError(`There is no active key ${key}. See: npm run keys -- list`);
}

async function signIn({ places, base, workspace }: Asked): Promise<string> {
  const token = await signInLink(places, workspace);
  if (token === undefined) throw new UsageError("There is no such workspace. See: npm run keys -- list");

  return `Open in a browser, within twelve hours (it works once):\n\n  ${signInAddress(base, token)}`;
}

async function owner({ places, base, workspace }: Asked, email: string): Promise<string> {
  const address = comparableEmail(email);
  if (address === undefined) throw new UsageError(`${email} is not an e-mail address that can be used.`);
  const token = await ownerLink(places, address, workspace);
  if (token === undefined) throw new UsageError("There is no such workspace. See: npm run keys -- list");

  return `Open in a browser, within seven days (it works once; whoever opens it is ${address}):\n\n  ${invitationAddress(base, token)}`;
}

function jurisdictionOf(text: string | undefined, isRemote: boolean): Jurisdiction | undefined {
  if (text === undefined) return undefined;
  if (!isJurisdiction(text)) throw new UsageError(`--jurisdiction must be ${JURISDICTIONS.join(" or ")}, not ${text}.`);
  if (!isRemote) throw new UsageError("Only the platform has jurisdictions: --jurisdiction goes with --remote.");
  return text;
}

/** Where the service is, and by what it lets its operator in. */
function serviceOf(isRemote: boolean, given: string | undefined) {
  const port = Number(process.env.PORT || 8787);
  const own = readServiceSettings(process.env, port).values;
  const secretsKey = isRemote ? process.env.SECRETS_KEY : (own.SECRETS_KEY ?? knownSecretsKey(dataFolder()));
  const address = given ?? (isRemote ? process.env.PUBLIC_BASE_URL : `http://127.0.0.1:${port}`);
  const base =
    given ?? (isRemote ? (process.env.PUBLIC_BASE_URL ?? "the address of your service") : own.PUBLIC_BASE_URL);
  return { service: operatorService({ address, secretsKey, isRemote }), base: base ?? "" };
}

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      workspace: { type: "string" },
      jurisdiction: { type: "string" },
      address: { type: "string" },
      remote: { type: "boolean", default: false },
    },
  });
  const { workspace, remote } = values;
  const target: DatabaseTarget = remote ? { remote } : LOCAL_DATABASE;
  const [command, key] = positionals;
  const jurisdiction = jurisdictionOf(values.jurisdiction, remote);
  const { service, base } = serviceOf(remote, values.address);
  const run = (work: (asked: Asked) => Promise<string>) =>
    withDatabase(target, (database) => work({ places: { database, service }, base, workspace, jurisdiction }));

  if (command === "revoke" && key !== undefined && positionals.length === 2) return run((asked) => revoke(asked, key));
  if (command === "owner" && key !== undefined && positionals.length === 2) return run((asked) => owner(asked, key));
  if (positionals.length !== 1) throw new UsageError(USAGE);
  if (command === "create") return run(create);
  if (command === "list") return run(list);
  if (command === "sign-in") return run(signIn);

  throw new UsageError(USAGE);
}

await main().then(
  (text) => console.log(text),
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
