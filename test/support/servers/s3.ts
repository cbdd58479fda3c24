/// <reference path="./s3rver.d.ts" />
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { signatureProblem } from "../aws-signature.ts";

export const S3_CREDENTIALS = { access_key_id: "S3RVER", secret_access_key: "S3RVER" } as const;
const OWNER = { accessKeyId: S3_CREDENTIALS.access_key_id, secretAccessKey: S3_CREDENTIALS.secret_access_key };
export const S3_BUCKET = "documents";

export interface TestS3Server {
  endpoint: string;
  /** An object as its store returns it; undefined if there is none. */
  object(key: string): Promise<{ bytes: Buffer; headers: Headers } | undefined>;
  close(): Promise<void>;
}

/** A real S3-compatible store on the loopback, behind a proxy that checks signatures: the store itself accepts any. */
export async function startS3Server(): Promise<TestS3Server> {
  const directory = mkdtempSync(path.join(tmpdir(), "s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    allowMismatchedSignatures: false,
    configureBuckets: [{ name: S3_BUCKET, configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  const door = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const target = request.url ?? "/";
    const problem =
      request.method === "PUT" ? signatureProblem({ method: "PUT", target, headers, body }, OWNER) : undefined;
    if (problem) return response.writeHead(403).end(`<Error><Code>${problem}</Code></Error>`);
    const { "content-length": _, connection: __, ...passed } = headers;
    const init = request.method === "PUT" ? { method: "PUT", headers: passed, body } : {};
    const answer = await fetch(`http://127.0.0.1:${port}${target}`, init);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    return response.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => door.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;

  return {
    endpoint,
    async object(key) {
      const response = await fetch(`${endpoint}/${S3_BUCKET}/${key.split("/").map(encodeURIComponent).join("/")}`);
      return response.ok ? { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers } : undefined;
    },
    async close() {
      await new Promise((resolve) => door.close(resolve));
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return new Uint8Array(Buffer.concat(chunks));
}
