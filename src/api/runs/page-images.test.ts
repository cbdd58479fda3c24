import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { testService } from "../../../test/support/test-service.ts";

const send = testService();
let call: ApiClient;
let authorization: string;
let run: string;
beforeAll(async () => {
  const client = await newClient();
  ({ call } = client);
  ({ authorization } = client.caller);
  const html = '<p style="page-break-after: always">One</p><p>Two</p>';
  const { body: document } = await call("POST", "/api/documents", { name: "a", type: "html", html });
  const merged = await send(`/api/documents/${document.id}/merge?download=1`, {
    method: "POST",
    headers: { authorization },
  });
  run = merged.headers.get("x-run-id") ?? "";
  await merged.body?.cancel();
});

/** Width and height of a PNG, in pixels. */
const sizeOf = async (response: Response) => {
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
};

describe("pictures of pages", () => {
  it("are drawn of a run's PDF, as wide as asked for", async () => {
    const { body: pages } = await call("GET", `/api/runs/${run}/files/0/pages`);
    expect(pages).toMatchObject([{ page: 1, width: 612, height: 792 }, { page: 2 }]);

    const image = await send(`/api/runs/${run}/files/0/pages/2?width=306`, { headers: { authorization } });
    expect(image.status).toBe(200);
    expect(image.headers.get("content-type")).toBe("image/png");
    expect(await sizeOf(image)).toEqual([306, 396]);
  });

  it("are drawn of any PDF that is sent", async () => {
    const pdf = await send(`/api/runs/${run}/files/0`, { headers: { authorization } });
    const contents = Buffer.from(await pdf.arrayBuffer()).toString("base64");
    const image = await send("/api/tools/page_picture", {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ file: { contents }, width: 100 }),
    });
    expect(await sizeOf(image)).toEqual([100, 129]);
  });

  it("refuse invalid pages, widths and files", async () => {
    expect((await call("GET", `/api/runs/${run}/files/0/pages/3`)).body).toMatchObject({
      code: "pdf_page_out_of_range",
    });
    expect((await call("GET", `/api/runs/${run}/files/0/pages/1?width=100000`)).status).toBe(422);
    expect((await call("GET", `/api/runs/${run}/files/7/pages`)).body).toMatchObject({ code: "data_expired" });
    const contents = Buffer.from("no PDF").toString("base64");
    expect((await call("POST", "/api/tools/page_picture", { file: { contents } })).status).toBe(422);
    const outsider = await newClient();
    expect((await outsider.call("GET", `/api/runs/${run}/files/0/pages/1`)).status).toBe(404);
  });
});
