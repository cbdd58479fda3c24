/** A service of its own as one process with an inspector, for benches, tools and hostile cases. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCredentials } from "../../../scripts/credentials.ts";
import { withLocalDatabase } from "../../../scripts/local-d1.ts";
import { toolEnvironment } from "../../../scripts/prepare.mjs";
import { freePort } from "../../../scripts/serve/free-port.ts";
import { present } from "../../../src/domain/present.ts";
import { AUTHORIZATION, FIRST_CREDENTIALS } from "./first-credentials.ts";

/** Sends JSON to a service started here; what it refuses is thrown in its own words. */
export async function postJson(
  base: string | URL,
  address: string,
  body: object,
  authorization: string = AUTHORIZATION,
): Promise<Response> {
  const headers = { authorization, "content-type": "application/json" };
  const answer = await fetch(new URL(address, base), { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** The address at which a document that is made from these members is merged. */
export async function mergeAddress(base: string, members: object, authorization?: string): Promise<string> {
  const { url } = (await (await postJson(base, "/api/documents", members, authorization)).json()) as { url: string };
  return `${base}${new URL(url).pathname}?download=1`;
}

/** Authorization headers of new workspaces with these names. @param state of a service that has not been started */
export const workspacesOf = (state: string, names: readonly string[]): Promise<string[]> =>
  withLocalDatabase(state, async ({ run, migrate }) => {
    await migrate();
    const headers: string[] = [];
    for (const name of names) {
      const { key, secret } = await createCredentials(run, name);
      headers.push(`Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`);
    }
    return headers;
  });

export type MeasuredService = Awaited<ReturnType<typeof startService>>;

/**
 * Starts the service.
 * @param settings variables beside its address and credentials
 * @param kept state that outlives it
 * @param flags of wrangler's
 */
export async function startService(
  settings: Readonly<Record<string, string>> = {},
  kept?: string,
  flags: readonly string[] = [],
) {
  const state = kept ?? mkdtempSync(path.join(tmpdir(), "docloom-bench-"));
  const port = await freePort();
  const inspectorPort = await freePort([port]);
  const base = `http://127.0.0.1:${port}`;
  await withLocalDatabase(state, ({ migrate }) => migrate());
  const values = { PUBLIC_BASE_URL: base, ...FIRST_CREDENTIALS, ...settings };
  const service = spawn(
    "wrangler",
    ["dev", "--ip", "127.0.0.1", "--port", String(port), "--inspector-port", String(inspectorPort)]
      .concat("--show-interactive-dev-session=false", "--log-level", "warn", "--persist-to", state, ...flags)
      .concat(Object.entries(values).flatMap(([name, value]) => ["--var", `${name}:${value}`])),
    { env: toolEnvironment(), stdio: ["ignore", "ignore", "inherit"] },
  );
  const stop = async () => {
    service.kill("SIGTERM");
    if (service.exitCode === null && service.signalCode === null) await once(service, "exit");
    if (kept === undefined) rmSync(state, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 300; attempt++) {
    const answer = await fetch(`${base}/api/health`).catch(() => undefined);
    if (answer?.ok) return { base, pid: present(service.pid), inspectorPort, state, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  throw new Error("The service did not start.");
}
