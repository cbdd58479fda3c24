import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { present } from "../../src/domain/present.ts";
import { type DeliveryService, startDeliveryService } from "../support/servers/delivery-service.ts";
import { S3_BUCKET, S3_CREDENTIALS, startS3Server, type TestS3Server } from "../support/servers/s3.ts";

let service: DeliveryService;
let s3: TestS3Server;
const settings = (members: object) => ({ endpoint: s3.endpoint, bucket: S3_BUCKET, ...S3_CREDENTIALS, ...members });

beforeAll(async () => {
  [service, s3] = await Promise.all([startDeliveryService(), startS3Server()]);
});
afterAll(async () => {
  await service.close();
  await s3.close();
});

describe("S3 stores", () => {
  it.each([
    ["letters/{$Name}/", "letters/Zoë & Söhne/Letter to Zoë & Söhne.html"],
    ["{$Name}.html", "Zoë & Söhne.html"],
    ["", "Letter to Zoë & Söhne.html"],
    ["日本語/a+b 100% #1.html", "日本語/a+b 100% #1.html"],
  ])("get the file under the merged path %j", async (path, key) => {
    const runId = await service.deliver("s3", settings({ path }), { Name: "Zoë & Söhne" });
    const delivery = await service.untilStatus(runId, "done");
    const object = await s3.object(key);
    expect(object?.headers.get("content-type")).toContain("text/html");
    expect(object?.headers.get("x-amz-meta-docloom-delivery")).toBe(delivery.id);
    const [file] = (await service.run(runId)).files;
    expect(createHash("sha256").update(present(object).bytes).digest("hex")).toBe(file.sha256);
  });

  it("keep slashes of the data out of the path", async () => {
    const runId = await service.deliver("s3", settings({ path: "safe/{$Name}.html" }), { Name: "../../other/x" });
    await service.untilStatus(runId, "done");
    expect(await s3.object("safe/.._.._other_x.html")).toBeDefined();
  });

  it.each([
    ["InvalidAccessKeyId", { access_key_id: "WRONG" }],
    ["SignatureDoesNotMatch", { secret_access_key: "WRONG" }],
  ])("are reported with their answer: %s", async (code, members) => {
    const wrong = await service.deliver("s3", settings(members));
    const refused = await service.until(wrong, ({ attempts }) => attempts.length > 0);
    expect(refused.attempts[0]).toMatchObject({
      ok: false,
      response: expect.stringMatching(new RegExp(`^HTTP 403[\\s\\S]*${code}`)),
    });
  });

  it("are reported with their answer: unknown buckets", async () => {
    const missing = await service.deliver("s3", settings({ bucket: "nowhere" }));
    const unknown = await service.until(missing, ({ attempts }) => attempts.length > 0);
    expect(present(unknown.attempts[0]).response).toMatch(/^HTTP 404[\s\S]*NoSuchBucket/);
  });
});
