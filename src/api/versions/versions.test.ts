import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";

let call: ApiClient;
let keyId: string;
let path: string;
beforeEach(async () => {
  const client = await newClient();
  ({ call } = client);
  keyId = client.caller.keyId;
  const { body } = await call("POST", "/api/documents", { name: "a", type: "html", html: "<p>{$Old}</p>" });
  path = `/api/documents/${body.id}`;
  await call("PUT", path, { html: "<p>{$New}</p>" });
});

describe("versions of a document", () => {
  it("say who saved them, in pages", async () => {
    const { body } = await call("GET", `${path}/versions`);
    expect(body).toMatchObject([
      { version: 1, current: 0, draft: 0, created_by: keyId },
      { version: 2, current: 1, draft: 0, created_by: keyId },
    ]);
    const { body: last } = await call("GET", `${path}/versions?limit=1&order=-version`);
    expect(last).toEqual([body[1]]);
    expect((await call("GET", `${path}/versions/1`)).body).toEqual(body[0]);
  });

  it("show their file and fields", async () => {
    const { body: file } = await call("GET", `${path}/versions/1/file`);
    expect(file).toMatchObject({ type: "html" });
    expect(Buffer.from(file.contents, "base64").toString()).toBe("<p>{$Old}</p>");
    const { body: fields } = await call("GET", `${path}/versions/1/fields`);
    expect(fields.map(({ name }: { name: string }) => name)).toEqual(["Old"]);
    const { body: current } = await call("GET", `${path}/fields`);
    expect((await call("GET", `${path}/versions/2/fields`)).body).toEqual(current);
  });

  it("that do not exist are not found", async () => {
    for (const part of ["versions/3", "versions/3/file", "versions/x/fields"])
      expect((await call("GET", `${path}/${part}`)).body).toMatchObject({ code: "version_not_found", status: 404 });
  });
});
