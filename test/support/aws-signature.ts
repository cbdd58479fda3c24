import { createHash, createHmac } from "node:crypto";

/** A request as it came over the wire. */
export interface SignedRequest {
  method: string;
  /** Path and query as they were sent. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Uint8Array, data: string): Buffer => createHmac("sha256", key).update(data).digest();

/** URI encoding of "Authenticating Requests (AWS Signature Version 4)": only A-Z a-z 0-9 - . _ ~ stand for themselves. */
const encode = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9\-._~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");

function canonicalRequest({ method, target, headers }: SignedRequest, signedHeaders: readonly string[]): string {
  const [path = "/", query = ""] = target.split("?", 2);
  const pairs = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const [name = "", value = ""] = pair.split("=", 2).map(decodeURIComponent);
      return `${encode(name)}=${encode(value)}`;
    });
  return [
    method,
    path
      .split("/")
      .map((step) => encode(decodeURIComponent(step)))
      .join("/"),
    pairs.sort().join("&"),
    ...signedHeaders.map((name) => `${name}:${(headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders.join(";"),
    headers["x-amz-content-sha256"] ?? "",
  ].join("\n");
}

/**
 * Why a request to an S3 store is not signed by these credentials, as a store would say it; undefined if it is. Written
 * from "Authenticating Requests: Using the Authorization Header" of the S3 reference, not from the library that signs.
 */
export function signatureProblem(
  request: SignedRequest,
  { accessKeyId, secretAccessKey }: AwsCredentials,
): string | undefined {
  const { headers, body } = request;
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (!authorization) return "AuthorizationHeaderMalformed";
  const [, keyId, day = "", region = "", signed = "", signature] = authorization;
  if (keyId !== accessKeyId) return "InvalidAccessKeyId";
  const time = headers["x-amz-date"] ?? "";
  if (!time.startsWith(day)) return "the date is not that of the credentials";
  const signedHeaders = signed.split(";");
  const needed = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  const missing = needed.find((name) => !signedHeaders.includes(name));
  if (missing) return `the header ${missing} is not signed`;
  if (headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";

  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonicalRequest(request, signedHeaders))}`;
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer>(
    hmac as (key: Buffer, data: string) => Buffer,
    Buffer.from(`AWS4${secretAccessKey}`),
  );
  return hmac(key, text).toString("hex") === signature ? undefined : "SignatureDoesNotMatch";
}
