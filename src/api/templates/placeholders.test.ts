import { beforeEach, describe, expect, it } from "vitest";
import { type ApiClient, newClient } from "../../../test/support/api-client.ts";
import { docx, paragraph as p, row, run, table } from "../../templates/testing/docx-builder.ts";

let call: ApiClient;
beforeEach(async () => {
  ({ call } = await newClient());
});

/** An old letter: a placeholder in several runs, two blanks with labels, a merge field of Word's own. */
const LETTER = docx({
  body:
    p("Dear [Con", "tact na", "me], of [Company].") +
    p("We met [Company] on XX.XX.XXXX.") +
    table(row("Your name:", "________")) +
    '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> MERGEFIELD City </w:instrText></w:r>' +
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run("«City»")}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
});

const upload = async (bytes: Uint8Array, type = "docx") =>
  (
    await call("POST", "/api/documents", {
      name: "Letter",
      type,
      output: "pdf",
      file_contents: Buffer.from(bytes).toString("base64"),
    })
  ).body;

describe("placeholders of an old letter", () => {
  it("are found with their places, and those that are accepted are fields of the next version", async () => {
    const { id } = await upload(LETTER);
    const { body: found } = await call("GET", `/api/documents/${id}/placeholders`);
    expect(found.map(({ text, name, kind }: Record<string, string>) => [text, name, kind])).toEqual([
      ["[Contact name]", "ContactName", "named"],
      ["[Company]", "Company", "named"],
      ["[Company]", "Company", "named"],
      ["XX.XX.XXXX", "On", "date"],
      ["________", "Name", "blank"],
    ]);
    expect(found[4].place).toContain("table 1");
    const [contact, company, again, , name] = found;
    const accepted = await call("POST", `/api/documents/${id}/placeholders`, {
      fields: [
        { id: contact.id, name: "Contact" },
        { id: company.id, name: "Company" },
        { id: again.id, name: "Company" },
        { id: name.id, name: "Customer.Name" },
      ],
    });
    expect(accepted.status).toBe(200);
    expect(accepted.body.fields.map(({ name }: { name: string }) => name).sort()).toEqual([
      "City",
      "Company",
      "Contact",
      "Customer",
    ]);
    // What was not accepted is still there to be decided, and was not changed.
    const { body: left } = await call("GET", `/api/documents/${id}/placeholders`);
    expect(left.map(({ text }: { text: string }) => text)).toEqual(["XX.XX.XXXX"]);
    const preview = await call("POST", `/api/documents/${id}/preview?explain=1`, {
      data: { Contact: "Ann", Company: "Acme & Co", Customer: { Name: "Bob" }, City: "Bern" },
    });
    expect(preview.body.fields).toMatchObject({ missing: [], unused: [] });
  });

  it("are refused by ids that are gone, and by names that are none", async () => {
    const { id } = await upload(LETTER);
    const send = (fields: object[]) => call("POST", `/api/documents/${id}/placeholders`, { fields });
    expect((await send([{ id: "word/document.xml:1:2", name: "X" }])).body).toMatchObject({
      code: "invalid_request",
      error: expect.stringContaining("Look the placeholders up again"),
    });
    const [first] = (await call("GET", `/api/documents/${id}/placeholders`)).body;
    expect((await send([{ id: first.id, name: "not a name" }])).body.error).toContain("must be a name such as Company");
    const html = await call("POST", "/api/documents", { name: "a", type: "html", html: "<p>[Company]</p>" });
    const path = `/api/documents/${html.body.id}/placeholders`;
    expect((await call("GET", path)).body).toEqual([]);
    const refused = await call("POST", path, { fields: [{ id: first.id, name: "Company" }] });
    expect([refused.status, refused.body.error]).toEqual([
      422,
      "The document is of type html: only Word and PowerPoint files have placeholders.",
    ]);
  });
});

describe("a mail that is looked at", () => {
  it("is merged with its data, and says what would keep it from leaving", async () => {
    const { body: document } = await call("POST", "/api/documents", {
      name: "a",
      type: "html",
      html: "<p>{$Name}</p>",
      output_name: "Offer {$Name}",
    });
    const settings = { to: "{$Email}", subject: "For {$Name}", html: "Dear {$Name},\nhello" };
    const shown = await call("POST", "/api/preview_mail", {
      settings,
      document_id: document.id,
      data: { Name: "Ann <b>", Email: "ann@example.com" },
    });
    expect(shown.body).toMatchObject({
      to: "ann@example.com",
      subject: "For Ann <b>",
      html: "Dear Ann &lt;b&gt;,<br>\nhello",
      attachments: ["Offer Ann b.pdf"],
      problem: "",
    });
    const nobody = await call("POST", "/api/preview_mail", { settings, data: { Name: "Ann" } });
    expect(nobody.body).toMatchObject({ subject: "For Ann", problem: expect.stringContaining("nobody to send to") });
    expect(nobody.body.html).toContain("Dear Ann");
    const wrong = await call("POST", "/api/preview_mail", { settings: { ...settings, html: "{if $a}" }, data: {} });
    expect(wrong.body.problem).not.toBe("");
    const outsider = await newClient();
    expect(
      (await outsider.call("POST", "/api/preview_mail", { settings, document_id: document.id })).body,
    ).toMatchObject({ code: "document_not_found" });
  });
});
