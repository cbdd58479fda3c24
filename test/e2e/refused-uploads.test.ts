import { expect, it } from "vitest";
import { AUTHORIZATION } from "../support/servers/first-credentials.ts";
import { startUnrecorded } from "../support/servers/unrecorded-service.ts";

/** A platform that sees a body left unread breaks the connection most of the time, not always. */
const ROUNDS = 12;
let base: string;
startUnrecorded((root) => {
  base = root;
});

const body = new Uint8Array(3_000_000).fill(0x78);
const json = { "content-type": "application/json" };
const withKey = { ...json, authorization: AUTHORIZATION };

it.each<[what: string, path: string, headers: Record<string, string>, code: string]>([
  ["without a key", "/api/documents", json, "unauthorized"],
  ["with a wrong key", "/api/tools/compress_pdf", { ...json, authorization: "Basic eDp4" }, "invalid_credentials"],
  ["to an address that does not exist", "/api/nothing", withKey, "not_found"],
  [
    "to a document that does not exist, in JSON that is none",
    "/merge/00000000-0000-0000-0000-000000000000/abcdef",
    json,
    "document_not_selected",
  ],
  ["that is packed", "/api/documents", { ...withKey, "content-encoding": "gzip" }, "unsupported_media_type"],
  ["of no known type", "/api/tools/combine", { ...withKey, "content-type": "image/png" }, "unsupported_media_type"],
  [
    "of a form without boundary",
    "/api/tools/combine",
    { ...withKey, "content-type": "multipart/form-data" },
    "body_not_form",
  ],
])("answers an upload %s", async (_, path, headers, code) => {
  const codes: unknown[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const answer = await fetch(base + path, { method: "POST", headers, body }).then(
      (response) => response.json() as Promise<{ code?: string }>,
      (error: Error) => ({ code: `no answer: ${error.message}` }),
    );
    codes.push(answer.code);
  }
  expect(codes).toEqual(Array.from({ length: ROUNDS }, () => code));
});

it.each([
  ["said to be", (bytes: Uint8Array<ArrayBuffer>) => bytes],
  ["found to be", (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream()],
])("answers an upload that is %s too large", async (_, send) => {
  const bytes = new Uint8Array(41_000_000).fill(0x20);
  const response = await fetch(`${base}/api/documents`, {
    method: "POST",
    headers: withKey,
    body: send(bytes),
    duplex: "half",
  } as RequestInit);
  expect(await response.json()).toMatchObject({ code: "body_too_large" });
});
