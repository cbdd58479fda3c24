import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { smallFont, smallWoff, smallWoff2 } from "../../font/testing/small-font.ts";

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

let call: ApiClient;
beforeEach(async () => {
  ({ call } = await newClient());
});

describe("fonts of a workspace", () => {
  it.each([
    ["ttf", smallFont()],
    ["woff", smallWoff()],
    ["woff2", smallWoff2()],
  ])("are sent as %s, listed and deleted", async (format, bytes) => {
    const { status, body } = await call("POST", "/api/fonts", { file: base64(bytes) });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      ...{ family: "Squares", style_family: "", weight: 400, italic: 0, format, size: smallFont().length },
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await call("GET", "/api/fonts")).body).toEqual([body]);
    expect((await call("DELETE", `/api/fonts/${body.id}`)).body).toEqual({ success: "1" });
    expect((await call("GET", "/api/fonts")).body).toEqual([]);
    expect(await call("DELETE", `/api/fonts/${body.id}`)).toMatchObject({
      status: 404,
      body: { code: "font_not_found" },
    });
  });

  it("take the place of the same face, and may have another name", async () => {
    await call("POST", "/api/fonts", { file: base64(smallFont()) });
    await call("POST", "/api/fonts", { file: base64(smallWoff()) });
    await call("POST", "/api/fonts", { file: base64(smallFont({ weight: 700 })) });
    await call("POST", "/api/fonts", { file: base64(smallFont()), family: "Other" });
    const listed = (await call("GET", "/api/fonts")).body;
    expect(listed.map(({ family, weight, format }: Record<string, unknown>) => [family, weight, format])).toEqual([
      ["Other", 400, "ttf"],
      ["Squares", 400, "woff"],
      ["Squares", 700, "ttf"],
    ]);
  });

  it("are the workspace's own", async () => {
    const { body } = await call("POST", "/api/fonts", { file: base64(smallFont()) });
    const { call: outsider } = await newClient();
    expect((await outsider("GET", "/api/fonts")).body).toEqual([]);
    expect((await outsider("DELETE", `/api/fonts/${body.id}`)).status).toBe(404);
    expect((await call("GET", "/api/fonts")).body).toHaveLength(1);
  });

  it.each([
    ["font_not_readable", { file: base64(new TextEncoder().encode("no font at all")) }],
    ["font_not_allowed", { file: base64(smallFont({ fsType: 2 })) }],
    ["file_missing", { file: "" }],
    ["invalid_request", { file: base64(smallFont()), family: "a{b}" }],
  ])("are refused with %s", async (code, body) => {
    expect(await call("POST", "/api/fonts", body)).toMatchObject({ status: 422, body: { code } });
  });
});
