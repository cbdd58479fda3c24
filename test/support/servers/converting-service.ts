import { readFile } from "node:fs/promises";
import path from "node:path";
import { createTestHarness } from "wrangler";
import { applyMigrations } from "./apply-migrations.ts";
import buildService, { builtService } from "./built-service.ts";

/** Where a running service is and whom it lets in. */
export interface ServiceAddress {
  baseUrl: string;
  key: string;
  secret: string;
}

/** The outcome of one file. */
export interface Conversion {
  milliseconds: number;
  /** Undefined if it failed. */
  pdf: Uint8Array | undefined;
  /** The code and sentence of the failure. */
  failure: string | undefined;
  warnings: string;
}

/** The service's `convert_to_pdf`. */
export interface ConvertingService {
  convert(file: string): Promise<Conversion>;
  close(): Promise<void>;
}

/** A running service if its address is known, else one that is started for the time being. */
export async function convertingService(address: ServiceAddress | undefined): Promise<ConvertingService> {
  if (address) return { convert: (file) => convert(file, address, fetch), close: async () => {} };

  await buildService();
  const credentials = { baseUrl: "http://service.invalid", key: "bench", secret: "bench-secret" };
  const harness = createTestHarness({
    workers: [builtService({ API_KEY: credentials.key, API_SECRET: credentials.secret })],
  });
  await harness.listen();
  await applyMigrations(harness);

  return {
    convert: (file) =>
      convert(file, credentials, (url, init) => harness.fetch(new URL(url).pathname, init as never) as never),
    close: () => harness.close(),
  };
}

type Send = (url: string, init: RequestInit) => Promise<Response>;

async function convert(file: string, { baseUrl, key, secret }: ServiceAddress, send: Send): Promise<Conversion> {
  const contents = (await readFile(file)).toString("base64");
  const authorization = `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
  const start = performance.now();
  const response = await send(`${baseUrl}/api/tools/convert_to_pdf`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ file: { name: path.basename(file), contents } }),
  });
  const answer = new Uint8Array(await response.arrayBuffer());
  const milliseconds = performance.now() - start;
  const warnings = response.headers.get("conversion-warnings") ?? "";
  if (response.ok) return { milliseconds, pdf: answer, failure: undefined, warnings };
  return { milliseconds, pdf: undefined, failure: `${response.status} ${sentenceOf(answer)}`, warnings };
}

/** Code and sentence of a problem; something in between may answer with plain text. */
function sentenceOf(answer: Uint8Array): string {
  const text = new TextDecoder().decode(answer);
  try {
    const { code, error } = JSON.parse(text);
    return `${code}: ${error}`;
  } catch {
    return text.slice(0, 200);
  }
}
