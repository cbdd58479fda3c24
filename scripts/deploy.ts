// `npm run deploy [-- --preview] [--name NAME] [--domain DOMAIN]`: the whole service to your own Cloudflare account.
import { parseArgs } from "node:util";
import { createDocloom } from "../packages/docloom/src/client/docloom.ts";
import { createFirstAccess } from "./credentials.ts";
import { deployedDatabase as database } from "./d1.ts";
import { type DeployOptions, resourcesOf, writeConfig } from "./deploy/deployed-config.ts";
import { DeployFailed, type DeploymentTools, deploy, previewDeployment } from "./deploy/deployment.ts";
import { wranglerAccount } from "./deploy/wrangler-account.ts";
import { operatorService } from "./operator-service.ts";
import { PrepareError, prepare } from "./prepare.mjs";
import { signInAddress } from "./sign-in-address.ts";
import { createKey, revokeAnyKey } from "./workspace-access.ts";

const USAGE = `The service to your own Cloudflare account:

  npm run deploy                              makes what is missing, migrates, uploads, merges once; again: an update
  npm run deploy -- --preview                 only shows what it would do
  npm run deploy -- --domain docs.example.com under a domain whose zone is in the account
  npm run deploy -- --name docloom-two        beside another one`;

/** A new address is known everywhere within this time. */
const ADDRESS_LIMIT_MS = 120_000;

let signInToken: string | undefined;

function toolsFor(options: DeployOptions): DeploymentTools {
  return {
    say: (line) => console.log(line),
    writeConfig: (databaseId) => writeConfig(options, databaseId),
    resourcesOf,
    build: prepare,
    firstKey: async () => {
      const access = await createFirstAccess(database);
      signInToken = access?.signInToken;
      return access?.credentials;
    },
    verify: async (address, _configFile, credentials) => {
      if (credentials) return mergeOnce(address, credentials);
      // Nobody knows the secrets of existing keys: a temporary one is made.
      const service = operatorService({ address, secretsKey: process.env.SECRETS_KEY, isRemote: true });
      const passing = await createKey({ database, service });
      return mergeOnce(address, passing).finally(() => revokeAnyKey({ database, service }, passing.key));
    },
  };
}

async function mergeOnce(address: string, credentials: { key: string; secret: string }): Promise<number> {
  const { documents, merge, account } = createDocloom({ baseUrl: address, ...credentials });
  for (const started = Date.now(); ; ) {
    const problem = await account.health().then(
      () => undefined,
      (error: Error) => error.message,
    );
    if (problem === undefined) break;
    if (Date.now() - started > ADDRESS_LIMIT_MS)
      throw new Error(`${address} does not answer yet. Look again in a few minutes. (${problem})`);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  const { id } = await documents.create({
    name: "First merge",
    type: "html",
    output: "pdf",
    html: "<h1>Hello {$Name}!</h1>",
  });
  try {
    const { bytes } = await merge.now({ document: id }, { Name: "World" }, { test: true });
    if (!new TextDecoder("latin1").decode(bytes.subarray(0, 8)).startsWith("%PDF-"))
      throw new Error("The merge made no PDF.");
    return bytes.byteLength;
  } finally {
    await documents.delete(id);
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      preview: { type: "boolean", default: false },
      name: { type: "string", default: "docloom" },
      domain: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(values.name))
    throw new DeployFailed("--name takes small letters, digits and hyphens.");

  const options = { name: values.name, domain: values.domain };
  if (values.preview) return previewDeployment(wranglerAccount(), toolsFor(options));
  const { address, credentials } = await deploy(wranglerAccount(), toolsFor(options));
  const lines = [
    `\nDocloom runs at ${address}   (API reference: ${address}/docs)`,
    ...(signInToken
      ? [`\nOpen the console (this link signs in, once):\n  ${signInAddress(address, signInToken)}`]
      : []),
    ...(credentials
      ? [`\nYour first credentials (shown once):\n  key     ${credentials.key}\n  secret  ${credentials.secret}`]
      : ["\nCredentials exist already. Make another pair with: npm run keys -- create --remote"]),
  ];
  console.log(lines.join("\n"));
}

await main().catch((error: unknown) => {
  console.error(error instanceof DeployFailed || error instanceof PrepareError ? `\n${error.message}` : error);
  process.exitCode = 1;
});
