import { Buffer } from "node:buffer";
import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { openPdf } from "../../pdf/document.ts";
import { shownText } from "../../pdf/extract/shown-text.ts";
import { buildPages } from "../../pdf/testing/build-file.ts";

let call: ApiClient;
beforeEach(async () => {
  ({ call } = await newClient());
});

const NAME = { page: 1, box: [20, 200, 180, 220], kind: "text", name: "Name" };
const ADULT = { page: 1, box: [20, 150, 30, 160], kind: "check", name: "Adult", condition: "$Age >= 18" };
const PAY = { page: 1, kind: "radio", name: "Pay" };
const BUTTONS = [
  { ...PAY, box: [20, 120, 30, 130], value: "card", condition: "{$Total < 100}" },
  { ...PAY, box: [40, 120, 50, 130], value: "bill", condition: "{if $Total >= 100}" },
];

async function newForm(bytes = buildPages(1)): Promise<string> {
  const file_contents = Buffer.from(bytes).toString("base64");
  const { body } = await call("POST", "/api/documents", { name: "Form", type: "pdf", output: "pdf", file_contents });
  return `/api/documents/${body.id}`;
}

describe("pdf_fields", () => {
  it("gives a flat PDF fields, as a new version, and lists them", async () => {
    const document = await newForm();
    const none = await call("GET", `${document}/pdf_fields`);
    expect(none.body).toMatchObject({ version: 1, fields: [] });
    const { status, body, headers } = await call("PUT", `${document}/pdf_fields`, {
      fields: [NAME, ADULT, ...BUTTONS],
    });
    expect([status, body.version]).toEqual([200, 2]);
    expect(body.fields[0]).toEqual({
      id: "2.0.0",
      ...NAME,
      required: false,
      font: "Helvetica",
      font_size: 0,
      align: "left",
      color: "#000000",
    });
    const listed = await call("GET", `${document}/pdf_fields`);
    expect(listed.body).toEqual(body);
    expect(listed.headers.get("etag")).toBe(headers.get("etag"));
    const fields = await call("GET", `${document}/fields`);
    expect(fields.body.map(({ name }: { name: string }) => name)).toEqual(["Name", "Age", "Total"]);
  });

  it("are merged: conditions say which buttons are on", async () => {
    const document = await newForm();
    await call("PUT", `${document}/pdf_fields`, { fields: [NAME, ADULT, ...BUTTONS] });
    await call("PUT", document, { settings: { flatten: 0 } });
    const on = async (data: object) => {
      const { body } = await call("POST", `${document}/preview?explain=1`, { data });
      return onStates(Buffer.from(body.file_contents, "base64"));
    };
    expect(await on({ Age: 18, Total: 5 })).toEqual(["Yes", "card", "Off"]);
    expect(await on({ Age: 17, Total: 500 })).toEqual(["Off", "Off", "bill"]);
    expect(await on({})).toEqual(["Off", "card", "Off"]);
  });

  it("are previewed before they are saved", async () => {
    const document = await newForm();
    const pdf_fields = [{ ...NAME, text: "Dear {$Name}" }];
    const { status, body } = await call("POST", `${document}/preview?explain=1`, { pdf_fields, data: { Name: "Ada" } });
    expect(status).toBe(200);
    expect(shownText(openPdf(new Uint8Array(Buffer.from(body.file_contents, "base64"))))).toContain("DearAda");
    expect((await call("GET", `${document}/pdf_fields`)).body).toMatchObject({ version: 1, fields: [] });
    const wrong = await call("POST", `${document}/preview`, {
      pdf_fields: [{ ...ADULT, condition: "$Age >" }],
      data: {},
    });
    expect([wrong.status, wrong.body.code]).toEqual([422, "template_invalid"]);
  });

  it("change only for who knows the newest ones", async () => {
    const document = await newForm();
    const { body, headers } = await call("PUT", `${document}/pdf_fields`, { fields: [NAME] });
    const [field] = body.fields;
    const tag = headers.get("etag") ?? "";
    const send = (fields: object[], etag?: string) =>
      call("PUT", `${document}/pdf_fields`, { fields }, etag ? { headers: { "if-match": etag } } : {});
    expect((await send([{ ...field, name: "Who" }], tag)).status).toBe(200);
    expect((await send([{ ...field, name: "What" }], tag)).body.code).toBe("precondition_failed");
    const late = await send([{ ...field, name: "What" }]);
    expect([late.status, late.body.errors[0].pointer]).toEqual([422, "/fields/0/id"]);
    const unchanged = await call("GET", `${document}/pdf_fields`, undefined, { headers: { "if-none-match": tag } });
    expect(unchanged.status).toBe(200);
  });

  it("refuse what cannot be, with its place, and documents of other types", async () => {
    const document = await newForm();
    const wrong = async (more: object) => {
      const { status, body } = await call("PUT", `${document}/pdf_fields`, { fields: [{ ...NAME, ...more }] });
      return [status, body.errors[0].pointer ?? body.errors[0].part];
    };
    expect(await wrong({ kind: "button" })).toEqual([422, "/fields/0/kind"]);
    expect(await wrong({ page: 2 })).toEqual([422, "/fields/0/page"]);
    expect(await wrong({ id: "1.0.0" })).toEqual([422, "/fields/0/id"]);
    expect(await wrong({ text: "{$Name" })).toEqual([422, "field Name"]);
    const html = await call("POST", "/api/documents", { name: "a", type: "html", html: "a" });
    const other = await call("GET", `/api/documents/${html.body.id}/pdf_fields`);
    expect([other.status, other.body.code]).toEqual([422, "invalid_request"]);
  });

  it("have formats of numbers and dates, by which merges show their values", async () => {
    const document = await newForm();
    const number = { kind: "number", decimals: 2, style: "1.234,56", after: " EUR" };
    const total = { ...NAME, name: "Total", format: number };
    const day = { ...NAME, box: [20, 170, 180, 190], name: "Day", format: { kind: "date", mask: "dd.mm.yyyy" } };
    const { body } = await call("PUT", `${document}/pdf_fields`, { fields: [total, day] });
    expect(body.fields).toMatchObject([{ format: number }, { format: day.format }]);
    const shown = async () => {
      const data = { Total: 1234.5, Day: "2026-12-04" };
      const { body: merged } = await call("POST", `${document}/preview?explain=1`, { data });
      return shownText(openPdf(new Uint8Array(Buffer.from(merged.file_contents, "base64"))));
    };
    expect(await shown()).toMatch(/1\.234,50EUR[\s\S]*04\.12\.2026/);
    const { format: _, ...plain } = body.fields[1];
    const dollars = { kind: "number", before: "$" };
    const changed = await call("PUT", `${document}/pdf_fields`, {
      fields: [{ ...body.fields[0], format: dollars }, plain],
    });
    expect(changed.body.fields[0].format).toEqual({ kind: "number", decimals: 2, style: "1,234.56", before: "$" });
    expect(changed.body.fields[1]).not.toHaveProperty("format");
    expect(await shown()).toMatch(/\$1,234\.50[\s\S]*2026-12-04/);
    const wrong = { kind: "date", mask: 'd"); app.alert("' };
    const refused = await call("PUT", `${document}/pdf_fields`, { fields: [{ ...NAME, format: wrong }] });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, "/fields/0/format/mask"]);
  });

  it("wait as a draft", async () => {
    const document = await newForm();
    const { body } = await call("PUT", `${document}/pdf_fields`, { fields: [NAME], draft: 1 });
    expect(body).toMatchObject({ version: 1, fields: [] });
    await call("POST", `${document}/versions/2/publish`);
    expect((await call("GET", `${document}/pdf_fields`)).body).toMatchObject({ version: 2, fields: [NAME] });
  });
});

/** The states of the buttons of a form's first page. */
function onStates(bytes: Uint8Array): (string | undefined)[] {
  const document = openPdf(new Uint8Array(bytes));
  const widgets = document.array(document.pages[0]?.dict.get("Annots")) ?? [];
  return widgets.flatMap((widget) => {
    const entries = document.dict(widget);
    return entries?.has("AS") ? [document.name(entries.get("AS"))] : [];
  });
}
