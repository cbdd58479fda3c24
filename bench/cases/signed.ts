/** One merge of a Word template to a tagged PDF/A-3a with an e-invoice and a signature, warm. */
import { randomBytes } from "node:crypto";
import { sampleInvoice } from "../../src/invoice/testing/sample-invoice.ts";
import { openPdf } from "../../src/pdf/document.ts";
import { readSignatures } from "../../src/pdf/signature/read-signatures.ts";
import { validatePdf } from "../../src/pdf/validate/validate-pdf.ts";
import { identityPem, makeCertificate, makeIdentity } from "../../src/signing/testing/make-identity.ts";
import { paragraph, wordDocument } from "../../test/support/office-files.ts";
import { mergeAddress, postJson, startService } from "../../test/support/servers/measured-service.ts";
import { quantile, timed } from "../harness.ts";

const WARM_UP = 5;
const ROUNDS = 40;
const LIMIT_MS = 300;

export async function run(): Promise<boolean> {
  const { base, stop } = await startService({ SECRETS_KEY: randomBytes(32).toString("base64") });
  try {
    const root = await makeCertificate({ name: "Bench Root" });
    const own = await makeCertificate({ name: "Bench Signer", algorithm: "rsa", issuer: root });
    const file = Buffer.from(identityPem(await makeIdentity(own, root))).toString("base64");
    await postJson(base, "/api/identities", { name: "Bench", file });
    const text = paragraph("Invoice {$invoice.number} of {$invoice.issue_date}");
    const address = await mergeAddress(base, {
      ...{ name: "Invoice", type: "docx", output: "pdf" },
      file_contents: Buffer.from(wordDocument(text.repeat(20))).toString("base64"),
      settings: {
        ...{ pdf_a: "3a", pdf_ua: 1, e_invoice: "en16931" },
        signature: { identity: "Bench", left: 40, top: 600, width: 180, height: 50 },
      },
    });
    let pdf = new Uint8Array(0);
    const merge = async () => {
      pdf = new Uint8Array(await (await postJson(base, address, { invoice: sampleInvoice() })).arrayBuffer());
    };
    for (let round = 0; round < WARM_UP; round++) await merge();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) times.push(await timed(merge));
    const problems = [...validatePdf(pdf, "3a").problems, ...validatePdf(pdf, "ua1").problems];
    if (problems.length > 0 || readSignatures(openPdf(pdf), pdf).length !== 1)
      throw new Error("The PDF is not as asked.");
    const [half, most] = [0.5, 0.9].map((share) => Math.round(quantile(times, share)));
    console.log(
      `${ROUNDS} merges: median ${half} ms, 90 % below ${most} ms (limit ${LIMIT_MS} ms); ${pdf.length} bytes`,
    );
    return quantile(times, 0.5) < LIMIT_MS;
  } finally {
    await stop();
  }
}
