import { formPdf } from "../support/form-pdf.ts";
import { PAGE_TEMPLATE, TEMPLATES } from "./amplify/small-files.ts";

const KEYS = 12;
const INVOICE = { type: "pdf", output: "pdf", settings: { e_invoice: "en16931" } };

/** A document that prints all of its data, of each type, and one whose data are an invoice. */
export type TargetDocuments = Readonly<
  Record<"html" | "docx" | "xlsx" | "pptx" | "pdf" | "invoice", { id: string; address: string }>
>;

/** What the cases need from a service: keys, as each has a limit of its own, and a document that prints its data. */
export async function prepareTarget(base: string, authorization: string) {
  const call = async (path: string, body: unknown) => {
    const response = await fetch(base + path, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Record<string, string>;
  };
  const authorizations = [authorization];
  for (let index = 1; index < KEYS; index++) {
    const { id, secret } = await call("/api/keys", { name: `key ${index}` });
    authorizations.push(`Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`);
  }
  // The first document is the one that cases with made-up ids change and delete.
  await call("/api/documents", { name: "First", type: "html", output: "html", html: "x" });
  const html = "<p>{$text|escape}{foreach $rows as $row}{$row.name}{/foreach}{$m.a.b.0}{$x|upper}";
  const { url = "" } = await call("/api/documents", { name: "Prints all", type: "html", output: "html", html });
  const address = new URL(url).pathname;

  return {
    authorizations,
    address,
    /** Made when they are asked for. */
    async documents(): Promise<TargetDocuments> {
      const made = async (members: object) => {
        const answer = await call("/api/documents", { name: "Prints all", ...members });
        return { id: answer.id ?? "", address: new URL(answer.url ?? "").pathname };
      };
      const file = (type: keyof typeof TEMPLATES, bytes = TEMPLATES[type]) =>
        made({ type, output: type, file_contents: Buffer.from(bytes).toString("base64") });
      return {
        html: await made({ type: "html", output: "html", html: new TextDecoder().decode(PAGE_TEMPLATE) }),
        docx: await file("docx"),
        xlsx: await file("xlsx"),
        pptx: await file("pptx"),
        pdf: await file("pdf"),
        invoice: await made({ ...INVOICE, file_contents: Buffer.from(formPdf()).toString("base64") }),
      };
    },
    /** Whether a plain merge still works. */
    async serves(): Promise<boolean> {
      const response = await fetch(`${base}${address}?download=1`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ text: "Ann" }),
      });
      const text = await response.text();
      if (!response.ok) console.error(text);
      return response.ok && text.includes("Ann");
    },
  };
}
