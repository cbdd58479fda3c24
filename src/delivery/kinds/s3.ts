import { AwsV4Signer } from "aws4fetch";
import * as z from "zod";
import type { SettingName } from "../../domain/delivery/delivery-secrets.ts";
import { Failure } from "../../domain/failure.ts";
import type { RunFile } from "../../domain/run.ts";
import { guardedRequest } from "../../outbound/guarded-request.ts";
import { OUTBOUND_LIMITS } from "../../outbound/outbound-policy.ts";
import { parseOutboundUrl } from "../../outbound/url-guard.ts";
import { DeliveryError, refused } from "../delivery-error.ts";
import type { DeliveryContext, DeliveryKindHandler } from "../delivery-kind.ts";
import { fileBytes } from "../file-bytes.ts";
import { responseHead } from "../response-head.ts";
import { retryAfterMs } from "../retry-schedule.ts";
import { isLiteral, isOn, mergeText, optional, optionalFlag, requiredMergeText, shared } from "../setting-values.ts";
import { refuseEmptiedPath } from "../storage/stored-place.ts";
import { isWebUrl, requestFailure } from "../web-target.ts";
import { addressOf, hostProblem, hostsSetting } from "./allowed-host.ts";

const DEFAULT_REGION = "us-east-1";
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,253}$/;
const REGION = /^[A-Za-z0-9-]{1,64}$/;
const MAX_KEY_BYTES = 1_024;
const LIMITS = { ...OUTBOUND_LIMITS, maxBytes: 16 * 1024, truncated: true, firstByteMs: 30_000, totalMs: 35_000 };

const check = z
  .strictObject({
    endpoint: optional(
      mergeText().refine((url) => !isLiteral(url) || url === "" || isWebUrl(url), {
        error: "must be an http or https address without user name and password",
      }),
    ),
    region: optional(mergeText()),
    bucket: requiredMergeText().refine((name) => !isLiteral(name) || BUCKET.test(name), {
      error: "must be the name of a bucket",
    }),
    path: optional(mergeText()),
    path_style: optionalFlag(),
    access_key_id: requiredMergeText(),
    secret_access_key: requiredMergeText(),
    session_token: optional(mergeText()),
    hosts: optional(hostsSetting()),
    ...shared,
  } satisfies Record<SettingName<"s3">, z.ZodType>)
  .superRefine(({ endpoint, hosts }, context) => {
    const message = hostProblem(endpoint, hosts);
    if (message) context.addIssue({ code: "custom", path: ["endpoint"], message });
  });

function placeOf(context: DeliveryContext) {
  const { entry, render, files } = context;
  const { settings } = entry;
  const region = render.line("region", settings.region) || DEFAULT_REGION;
  if (!REGION.test(region))
    throw refused(`The setting "region" is "${region.slice(0, 200)}" after merging, which cannot be a region.`);
  const endpoint = addressOf(context, "endpoint") || `https://s3.${region}.amazonaws.com`;
  const bucket = render.path("bucket", settings.bucket).trim();
  if (!isWebUrl(endpoint))
    throw refused(`The setting "endpoint" is "${endpoint}" after merging, which is not a web address.`);
  if (!BUCKET.test(bucket))
    throw refused(`The setting "bucket" is "${bucket}" after merging, which cannot be the name of a bucket.`);
  refuseEmptiedPath(render, settings.path);
  const path = render.path("path", settings.path).replace(/^\/+/, "");
  const objects = files.map((file) => ({ file, key: keyOf(path, file, files.length > 1) }));
  return { region, base: baseOf(parseOutboundUrl(endpoint), bucket, isByPath(settings, bucket)), bucket, objects };
}

/**
 * By path (`endpoint/bucket/key`) or by host (`bucket.endpoint/key`). Unless the setting says so, stores are addressed by
 * path, which all of them understand, and AWS by host, as it wants to be; its certificate covers no name with dots.
 */
const isByPath = ({ path_style, endpoint }: Record<string, unknown>, bucket: string): boolean =>
  isOn(path_style, Boolean(endpoint) || bucket.includes("."));

function baseOf(endpoint: URL, bucket: string, byPath: boolean): URL {
  const base = new URL(endpoint);
  if (!byPath) base.hostname = `${bucket}.${endpoint.hostname}`;
  base.pathname = `${endpoint.pathname.replace(/(?<!\/)\/+$/, "")}/${byPath ? `${bucket}/` : ""}`;
  base.search = "";
  base.hash = "";
  return base;
}

/** The key of a file: a path that ends in a slash, or several files, make it a folder. */
function keyOf(path: string, { name }: RunFile, several: boolean): string {
  const isFolder = path === "" || path.endsWith("/") || several;
  const key = (isFolder ? `${path.replace(/(?<!\/)\/*$/, path === "" ? "" : "/")}${name}` : path).toWellFormed();
  if (/[\u0000-\u001f\u007f]/.test(key)) throw refused('The setting "path" holds control characters after merging.');
  if (key.split("/").some((step) => step === "." || step === ".."))
    throw refused('The setting "path" must not hold "." or ".." as a step after merging.');
  if (new TextEncoder().encode(key).length > MAX_KEY_BYTES)
    throw refused(`The setting "path" is longer than ${MAX_KEY_BYTES} bytes after merging.`);
  return key;
}

const encoded = (key: string): string =>
  key
    .split("/")
    .map((step) =>
      encodeURIComponent(step).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join("/");

/** Any store that speaks S3. A repeated try writes the same bytes again. */
export const s3Kind: DeliveryKindHandler = {
  check,

  prepare(context) {
    const { base, bucket, objects, region } = placeOf(context);
    return {
      target: base.host,
      envelope: { endpoint: base.origin, bucket, keys: objects.map(({ key }) => key) },
      content: async () => ({}),
      async send() {
        const responses: string[] = [];
        for (const { file, key } of objects)
          responses.push(await putObject(context, base.href + encoded(key), region, file));
        return { response: responses.join("\n\n") };
      },
    };
  },
};

async function putObject(context: DeliveryContext, url: string, region: string, file: RunFile): Promise<string> {
  const { entry, render, services, internalHosts } = context;
  const body = await fileBytes(context, file);
  const signer = new AwsV4Signer({
    method: "PUT",
    url,
    service: "s3",
    region,
    accessKeyId: render.line("access_key_id", entry.settings.access_key_id),
    secretAccessKey: render.line("secret_access_key", entry.settings.secret_access_key),
    sessionToken: render.line("session_token", entry.settings.session_token) || undefined,
    headers: {
      "content-type": file.mediaType,
      "x-amz-content-sha256": file.sha256,
      "x-amz-meta-docloom-delivery": entry.id,
    },
  });
  const signed = await signer.sign();
  try {
    const answer = await guardedRequest(
      signed.url,
      { method: "PUT", headers: Object.fromEntries(signed.headers), body },
      services.outbound(internalHosts),
      LIMITS,
    );
    const response = responseHead(answer);
    if (answer.status >= 200 && answer.status <= 299) return response;
    throw new DeliveryError(response, {
      targetWorks: true,
      retryAfterMs: retryAfterMs(answer.headers.get("retry-after"), services.now()),
    });
  } catch (error) {
    if (error instanceof Failure) throw requestFailure(error);
    throw error;
  }
}
