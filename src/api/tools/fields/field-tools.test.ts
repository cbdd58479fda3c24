import { Buffer } from "node:buffer";
import { beforeAll, describe, expect, it } from "vitest";
import { testCaller, testService } from "../../../../test/support/test-service.ts";
import { openPdf } from "../../../pdf/document.ts";
import { listFormFields } from "../../../pdf/form/list-fields.ts";
import { buildFile, type FileObject } from "../../../pdf/testing/build-file.ts";

let authorization: string;

beforeAll(async () => {
  ({ authorization } = await testCaller());
});

/** A file of one page that has this content. */
function fileOf(content: string, objects: Record<number, FileObject> = {}): { name: string; contents: string } {
  const bytes = buildFile({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[10 0 R]/Count 1/MediaBox[0 0 400 300]/Resources<</Font<</F 3 0 R>>/XObject<</X 20 0 R>>>>>>",
    3: "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    10: "<</Type/Page/Parent 2 0 R/Contents 11 0 R>>",
    11: { entries: "", bytes: content },
    ...objects,
  });
  return { name: "Form.pdf", contents: Buffer.from(bytes).toString("base64") };
}

const detect = (body: unknown) => call("detect_fields", body);

const call = (tool: string, body: unknown) =>
  testService()(`/api/tools/${tool}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("detect_fields", () => {
  it("answers the places that ask to be filled", async () => {
    const answer = await detect({
      file: fileOf(
        "BT /F 10 Tf 20 200 Td (Name *:) Tj ET 70 198 m 220 198 l S 20 100 10 10 re S BT /F 10 Tf 34 102 Td (I agree) Tj ET",
      ),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      fields: [
        {
          page: 1,
          box: [70, 198, 220, 213],
          kind: "text",
          name: "Name",
          tooltip: "Name",
          required: true,
          max_length: null,
          n: null,
        },
        {
          page: 1,
          box: [20, 100, 30, 110],
          kind: "check",
          name: "I agree",
          tooltip: "I agree",
          required: false,
          max_length: null,
          n: null,
        },
      ],
    });
  });

  it("says which pages are pictures", async () => {
    const image = {
      entries: "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8",
      bytes: "a",
    };
    const answer = await detect({ file: fileOf("q 400 0 0 300 0 0 cm /X Do Q", { 20: image }) });
    expect(await answer.json()).toEqual({ fields: [] });
    expect(answer.headers.get("conversion-warnings")).toContain("Pages that are pictures");
  });

  it("refuses what is no PDF", async () => {
    const answer = await detect({ file: { name: "a.pdf", contents: Buffer.from("hello").toString("base64") } });
    expect(answer.status).toBe(422);
    await answer.arrayBuffer();
  });
});

describe("add_fields", () => {
  it("makes fields of what detect_fields answers, or of its JSON", async () => {
    const file = fileOf(
      "BT /F 10 Tf 20 200 Td (Name) Tj ET 70 198 m 220 198 l S 20 100 10 10 re S BT /F 10 Tf 34 102 Td (I agree) Tj ET",
    );
    const fields = await (await detect({ file })).json();
    for (const sent of [fields, JSON.stringify(fields)]) {
      const answer = await call("add_fields", { file, fields: sent });
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      const fieldsOfAnswer = listFormFields(openPdf(new Uint8Array(await answer.arrayBuffer())));
      expect(fieldsOfAnswer.map(({ name, type }) => [name, type])).toEqual([
        ["Name", "text"],
        ["I agree", "checkbox"],
      ]);
    }
  });

  it("names the field that is wrong", async () => {
    const field = { page: 1, box: [20, 20, 90, 40], kind: "text", name: "a" };
    const wrong = async (more: object, fields: unknown = [{ ...field, ...more }]) => {
      const answer = await call("add_fields", { file: fileOf(""), fields });
      const { errors } = await answer.json<{ errors: { pointer: string }[] }>();
      return [answer.status, errors[0]?.pointer];
    };
    expect(await wrong({ kind: "button" })).toEqual([422, "/fields/0/kind"]);
    expect(await wrong({ box: [1, 2, 3] })).toEqual([422, "/fields/0/box"]);
    expect(await wrong({ page: 2 })).toEqual([422, "/fields/0/page"]);
    expect(await wrong({ color: "red" })).toEqual([422, "/fields/0/color"]);
    expect(await wrong({}, "[{")).toEqual([422, "/fields"]);
    expect(await wrong({}, [])).toEqual([422, "/fields"]);
  });
});
