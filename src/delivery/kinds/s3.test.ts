import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type SignedRequest, signatureProblem } from "../../../test/support/aws-signature.ts";
import { present } from "../../domain/present.ts";
import { markChecked } from "../../domain/saved-rules.ts";
import { sha256Hex } from "../../store/sha256.ts";
import type { DeliveryContext } from "../delivery-kind.ts";
import { deliveryContext } from "../testing/delivery-context.ts";
import { s3Kind } from "./s3.ts";

/** Credentials and requests of the S3 reference, "Examples: Signature Calculations". */
const PUBLISHED = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" };
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function published(
  method: string,
  target: string,
  headers: Record<string, string>,
  body: string,
  signature: string,
): SignedRequest {
  const all: Record<string, string> = {
    host: "examplebucket.s3.amazonaws.com",
    "x-amz-date": "20130524T000000Z",
    "x-amz-content-sha256": EMPTY_SHA256,
    ...headers,
  };
  all.authorization =
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request," +
    `SignedHeaders=${Object.keys(all).sort().join(";")},Signature=${signature}`;
  return { method, target, headers: all, body: new TextEncoder().encode(body) };
}

const PUT_OBJECT = published(
  "PUT",
  "/test$file.text",
  {
    date: "Fri, 24 May 2013 00:00:00 GMT",
    "x-amz-storage-class": "REDUCED_REDUNDANCY",
    "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
  },
  "Welcome to Amazon S3.",
  "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
);

describe("the tests' own check of signatures", () => {
  it.each([
    ["PUT of an object", PUT_OBJECT],
    [
      "GET of a range",
      published(
        "GET",
        "/test.txt",
        { range: "bytes=0-9" },
        "",
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
      ),
    ],
    [
      "GET of a bucket's life cycle",
      published("GET", "/?lifecycle", {}, "", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    ],
    [
      "GET of a list",
      published(
        "GET",
        "/?max-keys=2&prefix=J",
        {},
        "",
        "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
      ),
    ],
  ])("agrees with the published example: %s", (_, request) => {
    expect(signatureProblem(request, PUBLISHED)).toBeUndefined();
  });

  it("does not agree with anything else", () => {
    const changed = (headers: Record<string, string>) => ({
      ...PUT_OBJECT,
      headers: { ...PUT_OBJECT.headers, ...headers },
    });
    expect(signatureProblem(changed({ "x-amz-storage-class": "STANDARD" }), PUBLISHED)).toBe("SignatureDoesNotMatch");
    expect(signatureProblem(changed({ "x-amz-acl": "public-read" }), PUBLISHED)).toContain("not signed");
    expect(signatureProblem({ ...PUT_OBJECT, target: "/test$file.txt" }, PUBLISHED)).toBe("SignatureDoesNotMatch");
    expect(signatureProblem({ ...PUT_OBJECT, body: new Uint8Array(3) }, PUBLISHED)).toBe("XAmzContentSHA256Mismatch");
  });
});

const BYTES = new TextEncoder().encode("%PDF-1.7 the file");
const KEYS = { access_key_id: "AKIDEXAMPLE", secret_access_key: "secret/with+signs=" };
const CREDENTIALS = { accessKeyId: KEYS.access_key_id, secretAccessKey: KEYS.secret_access_key };

/** What goes over the wire for a delivery with these settings. */
async function sentWith(
  settings: Record<string, unknown>,
  data: Record<string, unknown> = {},
): Promise<SignedRequest & { url: URL }> {
  const sent: (SignedRequest & { url: URL })[] = [];
  const transport = async (input: unknown, init?: RequestInit) => {
    const url = new URL(String(input));
    const headers = { host: url.host, ...Object.fromEntries(new Headers(init?.headers)) };
    const body = new Uint8Array(await new Response(init?.body).arrayBuffer());
    sent.push({ method: init?.method ?? "GET", target: url.pathname + url.search, headers, body, url });
    return new Response("");
  };
  const context = await s3Context(settings, data, transport as typeof fetch);
  await s3Kind.prepare(context).send(context.entry);
  expect(sent).toHaveLength(1);
  return present(sent[0]);
}

async function s3Context(
  settings: Record<string, unknown>,
  data: Record<string, unknown>,
  transport: typeof fetch,
): Promise<DeliveryContext> {
  const file = { name: "Letter.pdf", mediaType: "application/pdf", bytes: BYTES, sha256: await sha256Hex(BYTES) };
  return deliveryContext(env, "s3", { bucket: "letters", ...KEYS, ...settings }, data, [file], transport);
}

describe("uploads to S3 stores are signed", () => {
  it.each([
    ["a/plain/key.pdf", "a/plain/key.pdf"],
    ["{$Name}/", "Zoë & Söhne 100% +1 #2 ?x=y;z:@$,!'()*~/Letter.pdf"],
    ["日本語/😀 file.pdf", "日本語/😀 file.pdf"],
    ["a//b/ .hidden/%2e%2E/c.pdf", "a//b/ .hidden/%2e%2E/c.pdf"],
    ["lone \ud800 half.pdf", "lone \ufffd half.pdf"],
  ])("under the key %j", async (path, key) => {
    const request = await sentWith(
      { endpoint: "https://store.example.com:9000", path },
      { Name: "Zoë & Söhne 100% +1 #2 ?x=y;z:@$,!'()*~" },
    );
    expect(signatureProblem(request, CREDENTIALS)).toBeUndefined();
    expect(request.url.host).toBe("store.example.com:9000");
    expect(request.url.pathname.split("/").map(decodeURIComponent).join("/")).toBe(`/letters/${key}`);
    expect(request.body).toEqual(BYTES);
  });

  it("with a session token", async () => {
    const request = await sentWith({ session_token: "{$Token}" }, { Token: "FQoGZXIvYXdzEBYaD+/=" });
    expect(request.headers["x-amz-security-token"]).toBe("FQoGZXIvYXdzEBYaD+/=");
    expect(signatureProblem(request, CREDENTIALS)).toBeUndefined();
  });

  it.each([
    ["AWS, by host", {}, "letters.s3.us-east-1.amazonaws.com", "/Letter.pdf"],
    ["AWS in another region", { region: "eu-central-1" }, "letters.s3.eu-central-1.amazonaws.com", "/Letter.pdf"],
    ["AWS, by path", { path_style: true }, "s3.us-east-1.amazonaws.com", "/letters/Letter.pdf"],
    [
      "AWS, a name that its certificate does not cover",
      { bucket: "my.letters" },
      "s3.us-east-1.amazonaws.com",
      "/my.letters/Letter.pdf",
    ],
    ["a store, by path", { endpoint: "https://s3.example.com/" }, "s3.example.com", "/letters/Letter.pdf"],
    [
      "a store, by host",
      { endpoint: "https://s3.example.com:8443", path_style: false },
      "letters.s3.example.com:8443",
      "/Letter.pdf",
    ],
    [
      "a store with a dot at its end",
      { endpoint: "https://s3.example.com./" },
      "s3.example.com",
      "/letters/Letter.pdf",
    ],
    ["a store in a folder", { endpoint: "https://example.com/s3/" }, "example.com", "/s3/letters/Letter.pdf"],
  ])("to %s", async (_, settings, host, path) => {
    const request = await sentWith(settings);
    expect([request.url.host, request.url.pathname]).toEqual([host, path]);
    expect(signatureProblem(request, CREDENTIALS)).toBeUndefined();
    expect(s3Kind.prepare(await s3Context(settings, {}, fetch)).target).toBe(host);
  });
});

describe("an upload is refused", () => {
  const prepared = async (settings: Record<string, unknown>, data: Record<string, unknown>) =>
    s3Kind.prepare(await s3Context(settings, data, fetch));

  it.each([
    [{ path: "{$Year}/{$Number}.pdf" }, { Other: 1 }, 'All fields of the setting "path" are empty'],
    [{ path: "invoices/{$Number}/" }, { Number: " " }, 'All fields of the setting "path" are empty'],
    [{ region: "{$Region}" }, { Region: "evil.example/#" }, 'The setting "region" is "evil.example/#"'],
    [markChecked({ endpoint: "https://{$Host}" }), { Host: "evil.example" }, 'leads to the host "evil.example"'],
    [
      markChecked({ endpoint: "https://{$Host}", hosts: "a.example" }),
      { Host: "a.example@evil.example" },
      "in its host",
    ],
  ])("with %j and %j", async (settings, data, message) => {
    await expect(prepared(settings, data)).rejects.toThrow(message);
  });

  it("only then: one field with a value, a path without fields and a listed host are fine", async () => {
    await prepared({ path: "{$Year}/{$Number}.pdf" }, { Number: 7 });
    await prepared({ path: "invoices/" }, {});
    const { target } = await prepared(markChecked({ endpoint: "https://{$Host}", hosts: "*.a.example" }), {
      Host: "s3.a.example",
    });
    expect(target).toBe("s3.a.example");
  });
});
