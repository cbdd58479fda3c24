import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { OutboundContext } from "../../src/delivery/outbound-context.ts";
import { sharedKeyAuthorization } from "../../src/delivery/storage/azure-signature.ts";
import { xmlTexts } from "../../src/delivery/storage/xml-texts.ts";
import { freePort, isListening } from "./ports.ts";

/** The account that the emulator has by itself ("Use the Azurite emulator"). */
export const ACCOUNT = {
  account: "devstoreaccount1",
  accountKey: "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
} as const;
export const CONTAINER = "invoices";

/** Microsoft's emulator of Azure Storage with one container. */
export async function startAzurite({ now }: Pick<OutboundContext, "now">) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "docloom-azurite-"));
  const port = await freePort();
  const program = path.join(import.meta.dirname, "node_modules/azurite/dist/src/blob/main.js");
  const options = ["--blobHost", "127.0.0.1", "--blobPort", String(port), "--location", folder, "--silent"];
  const server = spawn(process.execPath, [program, ...options, "--skipApiVersionCheck", "--disableTelemetry"], {
    stdio: "inherit",
  });
  await isListening(port);
  const root = `http://127.0.0.1:${port}/${ACCOUNT.account}`;

  async function call(method: string, address: string): Promise<Response> {
    const url = new URL(`${root}${address}`);
    const headers = { "x-ms-date": now().toUTCString(), "x-ms-version": "2021-12-02" };
    const { account, accountKey } = ACCOUNT;
    const authorization = await sharedKeyAuthorization(account, accountKey, { method, url, headers, contentLength: 0 });
    return await fetch(url, { method, headers: { ...headers, authorization } });
  }
  const made = await call("PUT", `/${CONTAINER}?restype=container`);
  if (made.status !== 201) throw new Error(`The container was answered with ${made.status}.`);

  return {
    port,
    async stored(): Promise<Map<string, Uint8Array>> {
      const listed = await call("GET", `/${CONTAINER}?restype=container&comp=list`);
      const texts = xmlTexts(new Uint8Array(await listed.arrayBuffer()));
      const names = texts.flatMap(({ name, text }) => (name === "name" ? [text] : []));
      const blobs = names.map(async (name): Promise<[string, Uint8Array]> => {
        const encoded = name.split("/").map(encodeURIComponent).join("/");
        return [name, new Uint8Array(await (await call("GET", `/${CONTAINER}/${encoded}`)).arrayBuffer())];
      });
      return new Map(await Promise.all(blobs));
    },
    async stop(): Promise<void> {
      server.kill();
      await once(server, "close");
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
