import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { officeFile } from "../../../test/support/template-files.ts";

let call: ApiClient;

beforeEach(async () => {
  ({ call } = await newClient());
});

async function newDocument(members: object): Promise<string> {
  const { body } = await call("POST", "/api/documents", { name: "a", ...members });

  return `/api/documents/${body.id}`;
}

describe("what is different between versions", () => {
  it("is shown line by line and field by field, against the version before", async () => {
    const path = await newDocument({ type: "html", html: "<p>{$Old}</p>\n<p>same {$Kept}</p>" });
    await call("PUT", path, { html: "<p>{$New}</p>\n<p>same {$Kept}</p>" });
    const { status, body } = await call("GET", `${path}/versions/2/changes`);

    expect(status).toBe(200);
    expect(body).toEqual({
      version: 2,
      against: 1,
      fields: { added: [{ name: "New", type: "text" }], removed: [{ name: "Old", type: "text" }], changed: [] },
      text: [
        {
          part: "body",
          lines: [
            { change: "removed", text: "<p>{$Old}</p>" },
            { change: "added", text: "<p>{$New}</p>" },
            { change: "same", text: "<p>same {$Kept}</p>" },
          ],
        },
      ],
      cut: false,
    });
  });

  it("may be asked for against any other version, and the first is compared with nothing", async () => {
    const path = await newDocument({ type: "html", html: "{$A}" });
    for (const html of ["{foreach $A as $a}{$a.b}{/foreach}", "{$A}"]) await call("PUT", path, { html });

    expect((await call("GET", `${path}/versions/3/changes?against=1`)).body).toMatchObject({
      against: 1,
      text: [{ lines: [{ change: "same", text: "{$A}" }] }],
    });
    expect((await call("GET", `${path}/versions/2/changes`)).body.fields).toEqual({
      added: [{ name: "A.b", type: "text" }],
      removed: [],
      changed: [{ name: "A", type: "list", was: "text" }],
    });
    expect((await call("GET", `${path}/versions/1/changes`)).body).toMatchObject({
      against: 0,
      text: [{ lines: [{ change: "added", text: "{$A}" }] }],
    });
  });

  it("of Word files is shown by paragraphs", async () => {
    const path = await newDocument({ type: "docx", file_contents: officeFile("docx", "Dear {$Name}") });
    await call("PUT", path, { file_contents: officeFile("docx", "Hello {$Name}") });
    const { body } = await call("GET", `${path}/versions/2/changes`);

    expect(body.text.flatMap(({ lines }: { lines: object[] }) => lines)).toEqual(
      expect.arrayContaining([
        { change: "removed", text: "Dear {$Name}" },
        { change: "added", text: "Hello {$Name}" },
      ]),
    );
  });

  it.each(["xlsx", "pptx"] as const)("of %s files finds what they say", async (type) => {
    const path = await newDocument({ type, file_contents: officeFile(type, "Hello {$Name}") });
    const { body } = await call("GET", `${path}/versions/1/changes`);
    const lines = body.text.flatMap((part: { lines: { text: string }[] }) => part.lines.map(({ text }) => text));

    expect(lines.join("\n")).toContain("Hello {$Name}");
  });

  it("is not shown for versions that are not there, or another workspace's", async () => {
    const path = await newDocument({ type: "html", html: "{$A}" });
    for (const address of ["versions/2/changes", "versions/1/changes?against=7"])
      expect((await call("GET", `${path}/${address}`)).body).toMatchObject({ code: "version_not_found" });

    const outsider = await newClient();
    expect((await outsider.call("GET", `${path}/versions/1/changes`)).body).toMatchObject({ status: 404 });
  });
});
