// One merge of a Word template to a tagged PDF/A-3a with an e-invoice and a signature, warm: `npm run bench -- signed`.
import { randomBytes } from "node:crypto";
import { sampleInvoice } from "../src/invoice/testing/sample-invoice.ts";
import { openPdf } from "../src/pdf/document.ts";
import { readSignatures } from "../src/pdf/signature/read-signatures.ts";
import { validatePdf } from "../src/pdf/validate/validate-pdf.ts";
import { identityPem, makeCertificate, makeIdentity } from "../src/signing/testing/make-identity.ts";
import { paragraph, wordDocument } from "../test/support/office-files.ts";
import { postJson, startService } from "../test/support/servers/measured-service.ts";

const WARM_UP = 5;
const ROUNDS = 40;
const LIMIT_MS = 300;

const { base, stop } = await startService({ SECRETS_KEY: randomBytes(32).toString("base64") });
try {
  const post = (address: string, body: object) => postJson(base, address, body);
  const root = await makeCertificate({ name: "Bench Root" });
  const own = await makeCertificate({ name: "Bench Signer", algorithm: "rsa", issuer: root });
  const file = Buffer.from(identityPem(await makeIdentity(own, root))).toString("base64");
  await post("/api/identities", { name: "Bench", file });
  const text = paragraph("Invoice {$invoice.number} of {$invoice.issue_date}");
  const created = await post("/api/documents", {
    ...{ name: "Invoice", type: "docx", output: "pdf" },
    file_contents: Buffer.from(wordDocument(text.repeat(20))).toString("base64"),
    settings: {
      ...{ pdf_a: "3a", pdf_ua: 1, e_invoice: "en16931" },
      signature: { identity: "Bench", left: 40, top: 600, width: 180, height: 50 },
    },
  });
  const { url } = (await created.json()) as { url: string };
  const address = `${new URL(url).pathname}?download=1`;
  const times: number[] = [];
  let pdf = new Uint8Array(0);
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const start = performance.now();
    const answer = await post(address, { invoice: sampleInvoice() });
    pdf = new Uint8Array(await answer.arrayBuffer());
    if (round >= WARM_UP) times.push(performance.now() - start);
  }
  const problems = [...validatePdf(pdf, "3a").problems, ...validatePdf(pdf, "ua1").problems];
  if (problems.length > 0 || readSignatures(openPdf(pdf), pdf).length !== 1)
    throw new Error("The PDF is not as asked.");
  times.sort((left, right) => left - right);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  console.log(
    `${ROUNDS} merges: median ${at(0.5)} ms, 90 % below ${at(0.9)} ms (limit ${LIMIT_MS} ms); ${pdf.length} bytes`,
  );
  process.exitCode = at(0.5) < LIMIT_MS ? 0 : 1;
} finally {
  await stop();
}
