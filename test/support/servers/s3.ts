/// <reference path="./s3rver.d.ts" />
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";

export const S3_CREDENTIALS = { access_key_id: "S3RVER", secret_access_key: "S3RVER" } as const;
export const S3_BUCKET = "documents";

export interface TestS3Server {
  endpoint: string;
  /** An object as its store gives it out; undefined when there is none. */
  object(key: string): Promise<{ bytes: Buffer; headers: Headers } | undefined>;
  close(): Promise<void>;
}

/** A real S3-compatible store on the loopback; it knows its keys. */
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
  const address = (await server.run()) as AddressInfo;
  const endpoint = `http://127.0.0.1:${address.port}`;

  return {
    endpoint,
    async object(key) {
      const response = await fetch(`${endpoint}/${S3_BUCKET}/${key.split("/").map(encodeURIComponent).join("/")}`);
      return response.ok ? { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers } : undefined;
    },
    async close() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
