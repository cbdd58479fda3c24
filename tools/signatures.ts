/**
 * Signs PDFs with keys that OpenSSL makes and timestamps that it gives, and has poppler's `pdfsig`, OpenSSL and qpdf
 * check the results; then changes a covered byte in each of 200 copies, all of which have to be detected. Files that
 * other programs sign have to be valid (PoDoFo, poppler, LibreOffice, @signpdf), also signed again by each other, and
 * forgeries of each kind have to be told.
 *
 *   npm run tools -- signatures [--keep DIR]
 *
 * Exits with 1 if anything differs.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Failure } from "../src/domain/failure.ts";
import { allAtOnce } from "../src/domain/steps.ts";
import { readPdfInvoice } from "../src/invoice/read-pdf-invoice.ts";
import { openPdf } from "../src/pdf/document.ts";
import { encryptPdf } from "../src/pdf/operations/encrypt.ts";
import { openForChange } from "../src/pdf/operations/open-for-change.ts";
import { pdfaSteps } from "../src/pdf/pdfa/convert-to-pdfa.ts";
import { readSignatures } from "../src/pdf/signature/read-signatures.ts";
import { readSecurityStore } from "../src/pdf/signature/security-store.ts";
import { bytesOfRange } from "../src/pdf/signature/sign-document.ts";
import { buildPages } from "../src/pdf/testing/build-file.ts";
import { validatePdf } from "../src/pdf/validate/validate-pdf.ts";
import { writePdf } from "../src/pdf/writer.ts";
import type { AskResponder } from "../src/signing/gather-validation-data.ts";
import { readIdentity, type SigningIdentity } from "../src/signing/identity.ts";
import { type SignPdfOptions, signPdf } from "../src/signing/sign-pdf.ts";
import { contract, FORGERIES } from "../src/signing/testing/forgeries.ts";
import { timestampsFrom } from "../src/signing/timestamp.ts";
import { verifyPdf } from "../src/signing/verify-pdf.ts";
import { electronicInvoice } from "../test/support/gallery/electronic-invoice.ts";
import { postJson, startService } from "../test/support/servers/measured-service.ts";

const { values } = parseArgs({ options: { keep: { type: "string" } } });
const folder = values.keep ?? fs.mkdtempSync(path.join(os.tmpdir(), "signatures-"));
fs.mkdirSync(folder, { recursive: true });
const at = (name: string) => path.join(folder, name);
const openssl = (...args: string[]) =>
  execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });

const CHANGES = 200;
const PASSWORD = "check";
const KEYS: Readonly<Record<string, string[]>> = {
  "RSA 2048": ["-newkey", "rsa:2048"],
  "RSA 4096": ["-newkey", "rsa:4096"],
  "P-256": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
  "P-384": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
  "P-521": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-521"],
};

function makeAuthorities(): void {
  openssl(
    ...["req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "30", "-subj", "/CN=Check Root"],
    ...["-keyout", "root.key", "-out", "root.pem"],
  );
  const addresses = `crlDistributionPoints=URI:${CRL_URL}`;
  makeCertificate("tsa", "Check Time", ["-newkey", "rsa:2048"], `extendedKeyUsage=critical,timeStamping\n${addresses}`);
  const lines = ["serial=tsa.serial", "signer_cert=tsa.pem", "signer_key=tsa.key", "signer_digest=sha256"];
  const policy = ["default_policy=1.2.3.4.1", "digests=sha256", "certs=root.pem", "ess_cert_id_alg=sha256"];
  fs.writeFileSync(at("tsa.cnf"), ["[tsa]", "default_tsa=one", "[one]", ...lines, ...policy, ""].join("\n"));
  fs.writeFileSync(at("tsa.serial"), "01\n");
}

function makeCertificate(file: string, name: string, key: string[], extension: string): void {
  openssl("req", "-new", ...key, "-noenc", "-subj", `/CN=${name}`, "-keyout", `${file}.key`, "-out", `${file}.csr`);
  fs.writeFileSync(at(`${file}.ext`), `${extension}\n`);
  openssl(
    ...[
      "x509",
      "-req",
      "-in",
      `${file}.csr`,
      "-CA",
      "root.pem",
      "-CAkey",
      "root.key",
      "-CAcreateserial",
      "-days",
      "30",
    ],
    ...["-extfile", `${file}.ext`, "-out", `${file}.pem`],
  );
}

async function identityOf(name: string, index: number): Promise<SigningIdentity> {
  const file = `signer${index}`;
  makeCertificate(file, `Signer ${name}`, KEYS[name] ?? [], "keyUsage=critical,digitalSignature,nonRepudiation");
  openssl(
    ...["pkcs12", "-export", "-in", `${file}.pem`, "-inkey", `${file}.key`, "-certfile", "root.pem"],
    ...["-passout", `pass:${PASSWORD}`, "-out", `${file}.p12`],
  );
  return await readIdentity(new Uint8Array(fs.readFileSync(at(`${file}.p12`))), PASSWORD);
}

const askOpenssl = timestampsFrom(async (request) => {
  fs.writeFileSync(at("query.tsq"), request);
  openssl("ts", "-reply", "-config", "tsa.cnf", "-queryfile", "query.tsq", "-out", "reply.tsr");
  return new Uint8Array(fs.readFileSync(at("reply.tsr")));
});

const OCSP_URL = "http://ocsp.check/";
const CRL_URL = "http://crl.check/";

/**
 * OpenSSL as the authority that says what is revoked: by OCSP for certificates that name its responder, by a list for
 * the others.
 */
const askAuthority: AskResponder = async ({ kind, body }) => {
  if (kind === "ocsp" && body) {
    fs.writeFileSync(at("ocsp.req"), body);
    openssl(
      ...["ocsp", "-index", "index.txt", "-CA", "root.pem", "-rsigner", "root.pem", "-rkey", "root.key"],
      ...["-reqin", "ocsp.req", "-respout", "ocsp.res", "-ndays", "1"],
    );
    return new Uint8Array(fs.readFileSync(at("ocsp.res")));
  }
  const lines = ["database=index.txt", "default_md=sha256", "default_crl_days=1"];
  fs.writeFileSync(at("ca.cnf"), ["[ca]", "default_ca=one", "[one]", ...lines, ""].join("\n"));
  openssl("ca", "-config", "ca.cnf", "-gencrl", "-keyfile", "root.key", "-cert", "root.pem", "-out", "crl.pem");
  openssl("crl", "-in", "crl.pem", "-outform", "DER", "-out", "crl.der");
  return new Uint8Array(fs.readFileSync(at("crl.der")));
};

/** Lists a certificate as one that is valid, or revoked, in the form of `openssl ca`. */
function listCertificate(file: string, revoked: boolean): void {
  const serial = openssl("x509", "-in", `${file}.pem`, "-noout", "-serial").toString().trim().replace("serial=", "");
  const row = [revoked ? "R" : "V", "351231235959Z", revoked ? "200101000000Z" : "", serial, "unknown", "/CN=x"];
  fs.writeFileSync(at("index.txt"), `${row.join("\t")}\n`);
}

/**
 * What OpenSSL says about the store of a file: every answer and list has to be the authority's, and say that all is
 * well.
 */
function storeProblems(bytes: Uint8Array, certificate: string): string[] {
  const { ocsps, crls } = readSecurityStore(openPdf(bytes));
  const problems = ocsps.length === 1 && crls.length === 1 ? [] : [`${ocsps.length} answers and ${crls.length} lists`];
  for (const item of ocsps) {
    fs.writeFileSync(at("found.res"), item);
    const names = ["-respin", "found.res", "-issuer", "root.pem", "-cert", certificate, "-CAfile", "root.pem"];
    const said = spawnSync("openssl", ["ocsp", ...names], { cwd: folder, encoding: "utf8" });
    if (!`${said.stdout}${said.stderr}`.includes("Response verify OK") || !said.stdout.includes(": good"))
      problems.push(`openssl ocsp: ${said.stdout}${said.stderr}`);
  }
  for (const item of crls) {
    fs.writeFileSync(at("found.crl"), item);
    const names = ["-in", "found.crl", "-inform", "DER", "-CAfile", "root.pem", "-noout"];
    const said = spawnSync("openssl", ["crl", ...names], { cwd: folder, encoding: "utf8" });
    if (!said.stderr.includes("verify OK")) problems.push(`openssl crl: ${said.stderr}`);
  }
  return problems;
}

const failures: string[] = [];
let signatures = 0;

/** @param password opens the file, if it is encrypted */
async function check(label: string, bytes: Uint8Array, count: number, password = ""): Promise<void> {
  const problems: string[] = [];
  const file = at(`${label.replace(/\W+/g, "-")}.pdf`);
  fs.writeFileSync(file, bytes);
  const qpdf = spawnSync("qpdf", [`--password=${password}`, "--check", file], { encoding: "utf8" });
  if (qpdf.status !== 0) problems.push(`qpdf: ${qpdf.stderr.trim()}`);
  const opening = password ? ["-upw", password] : [];
  const said = spawnSync("pdfsig", ["-nocert", ...opening, file], { encoding: "utf8" }).stdout;
  const valid = said.split("Signature is Valid").length - 1;
  if (valid !== count) problems.push(`pdfsig finds ${valid} of ${count} valid:\n${said}`);
  for (const { range, contents, field } of readSignatures(openPdf(bytes, { password }), bytes)) {
    signatures++;
    if (!range) {
      problems.push(`${field} has no range`);
      continue;
    }
    fs.writeFileSync(at("cms.der"), contents);
    fs.writeFileSync(at("covered.bin"), bytesOfRange(bytes, range));
    const input = ["-inform", "DER", "-in", "cms.der", "-content", "covered.bin", "-binary"];
    const trust = ["-CAfile", "root.pem", "-purpose", "any", "-cades", "-out", os.devNull];
    const cms = spawnSync("openssl", ["cms", "-verify", ...input, ...trust], { cwd: folder, encoding: "utf8" });
    if (cms.status !== 0) problems.push(`openssl on ${field}: ${cms.stderr.trim()}`);
  }
  const reports = await verifyPdf(bytes, { password });
  if (reports.length !== count || !reports.every((report) => report.valid)) problems.push("verify_pdf is not content");
  console.log(`${problems.length === 0 ? "valid " : "WRONG "} ${label}`);
  failures.push(...problems.map((problem) => `${label}: ${problem}`));
}

async function signed(bytes: Uint8Array, identity: SigningIdentity, options: Partial<SignPdfOptions> = {}) {
  const statement = { signedAt: new Date(), name: "Somebody", reason: "A check (§ 1)" };
  return (await signPdf(bytes, identity, { statement, ...options })).bytes;
}

/** Changes of a byte that the signature covers. */
async function changesThatAreMissed(bytes: Uint8Array): Promise<number> {
  const [found] = readSignatures(openPdf(bytes), bytes);
  if (!found?.range) throw new Error("There is no signature.");
  const [, length, second, secondLength] = found.range;
  let missed = 0;
  for (let round = 0; round < CHANGES; round++) {
    const copy = bytes.slice();
    const covered = Math.floor(Math.random() * (length + secondLength));
    const place = covered < length ? covered : second + covered - length;
    copy[place] = (copy[place] ?? 0) ^ (1 + Math.floor(Math.random() * 255));
    const reports = await verifyPdf(copy, {}).catch(() => []);
    if (reports.length > 0 && reports.every(({ valid }) => valid)) missed++;
  }
  return missed;
}

makeAuthorities();
const table = buildPages(2);
const stream = writePdf(openPdf(table));
const identities: SigningIdentity[] = [];
for (const [index, name] of Object.keys(KEYS).entries()) {
  const identity = await identityOf(name, index);
  identities.push(identity);
  await check(`${name}, cross-reference table`, await signed(table, identity), 1);
  await check(`${name}, cross-reference stream`, await signed(stream, identity), 1);
}
const [first, , second] = identities;
if (!first || !second) throw new Error("There are too few keys.");
const box = { page: -1, leftPoints: 40, topPoints: 60, widthPoints: 200, heightPoints: 60 };
const visible = await signed(stream, first, { box, look: { text: "Signed by Somebody", fonts: [] } });
await check("visible", visible, 1);
await check("certified", await signed(stream, first, { statement: { signedAt: new Date(), certification: 2 } }), 1);
await check("with a timestamp of OpenSSL", await signed(stream, first, { timestamp: askOpenssl }), 1);
makeCertificate(
  "long",
  "Signer for the long term",
  KEYS["P-256"] ?? [],
  `keyUsage=critical,digitalSignature\nauthorityInfoAccess=OCSP;URI:${OCSP_URL}\ncrlDistributionPoints=URI:${CRL_URL}`,
);
listCertificate("long", false);
const pem = ["long.key", "long.pem", "root.pem"].map((file) => fs.readFileSync(at(file), "latin1")).join("");
const long = await readIdentity(new Uint8Array(Buffer.from(pem, "latin1")), "");
const longTerm = { timestamp: askOpenssl, longTerm: { ask: askAuthority, now: new Date() } };
const kept = await signed(stream, long, longTerm);
await check("B-LT with answers of OpenSSL", kept, 1);
await check("B-LT, cross-reference table", await signed(table, long, longTerm), 1);
await check("B-LT, signed again", await signed(kept, first), 2);
failures.push(...storeProblems(kept, "long.pem").map((problem) => `B-LT: ${problem}`));
const [report] = await verifyPdf(kept, {});
if (report?.revocation !== "good") failures.push(`B-LT: verify_pdf says ${report?.revocation}`);
listCertificate("long", true);
const refused = await signed(stream, long, longTerm).catch((error: unknown) => error);
if (!(refused instanceof Failure && refused.message.endsWith("it is revoked.")))
  failures.push("B-LT: revoked, and signed");
await check("signed twice", await signed(visible, second), 2);
const encrypted = encryptPdf(stream, { userPassword: "open", ownerPassword: "owner" });
await check("encrypted", await signed(encrypted, first, { password: "open" }), 1, "open");
const archiving = { now: new Date(), title: "Check", language: "en", substitutes: () => [] };
const archive = allAtOnce(
  pdfaSteps(openForChange(emptyPages(), {}), { ...archiving, profile: { pdfA: "2b", pdfUa: false } }),
).bytes;
const signedPdfa = await signed(archive, first);
await check("PDF/A-2b", signedPdfa, 1);
for (const { clause, message } of validatePdf(signedPdfa, "2b").problems) failures.push(`PDF/A: ${clause} ${message}`);
await checkWholeMerge();
await checkOtherWriters();
await checkForgeries(first, second);
const missed = await changesThatAreMissed(visible);
if (missed > 0) failures.push(`${missed} of ${CHANGES} changes are not told`);
console.log(`${signatures} signatures; ${CHANGES - missed} of ${CHANGES} changes of a byte are told`);
for (const failure of failures) console.error(failure);
if (!values.keep) fs.rmSync(folder, { recursive: true });
process.exitCode = failures.length > 0 ? 1 : 0;

/** A Word template to a tagged PDF/A-3a and PDF/UA-1 with Factur-X and a signature, in one merge of a running service. */
async function checkWholeMerge(): Promise<void> {
  const { base, stop } = await startService({ SECRETS_KEY: randomBytes(32).toString("base64") });
  try {
    const post = (address: string, body: object) => postJson(base, address, body);
    const file = fs.readFileSync(at("signer0.p12")).toString("base64");
    await post("/api/identities", { name: "Check", file, password: PASSWORD });
    const signature = {
      identity: "Check",
      reason: "Invoice {$invoice.number}",
      left: 40,
      top: 600,
      width: 180,
      height: 50,
    };
    const created = await post("/api/documents", {
      ...{ name: "Invoice", type: "docx", output: "pdf" },
      file_contents: Buffer.from(electronicInvoice()).toString("base64"),
      settings: { pdf_a: "3a", pdf_ua: 1, e_invoice: "en16931", signature },
    });
    const { url } = (await created.json()) as { url: string };
    const data = JSON.parse(
      fs.readFileSync(path.resolve(import.meta.dirname, "../console/gallery/e-invoice-word.json"), "utf8"),
    );
    const answer = await post(`${new URL(url).pathname}?download=1`, data);
    const pdf = new Uint8Array(await answer.arrayBuffer());
    await check("docx to PDF-A-3a with Factur-X", pdf, 1);
    for (const profile of ["3a", "ua1"] as const)
      for (const { clause, message } of validatePdf(pdf, profile).problems)
        failures.push(`${profile}: ${clause} ${message}`);
    const { problems, profile } = await readPdfInvoice(openPdf(pdf));
    if (profile !== "en16931" || problems.length > 0) failures.push(`e-invoice: ${JSON.stringify(problems)}`);
  } finally {
    await stop();
  }
}

/** Pages without text, which need no font. */
function emptyPages(): Uint8Array {
  const document = openPdf(table);
  for (const { dict } of document.pages) dict.delete("Contents");
  return writePdf(document);
}

/** Files that other programs sign, and sign again: each has to be valid, as pdfsig says it is. */
async function checkOtherWriters(): Promise<void> {
  makeWriterKeys();
  const fixtures = path.resolve(import.meta.dirname, "../test/fixtures/pdf");
  const bases = ["cairo", "libreoffice", "qpdf-plain"].map((name) => {
    fs.copyFileSync(path.join(fixtures, `${name}.pdf`), at(`${name}.pdf`));
    return name;
  });
  const writers: readonly [string, (from: string, to: string) => void][] = [
    ["podofosign", (from, to) => podofosign("writer", from, to)],
    ["podofosign with the exponent 17", (from, to) => podofosign("odd", from, to)],
    ["pdfsig", (from, to) => pdfsig(from, to)],
    ["@signpdf", signpdf],
  ];
  const made: { label: string; file: string; count: number }[] = [];
  const make = (label: string, count: number, write: (to: string) => void) => {
    const file = at(`${label.replace(/\W+/g, "-")}.pdf`);
    write(file);
    if (fs.existsSync(file)) made.push({ label, file, count });
    else failures.push(`${label}: nothing was written`);
  };
  for (const base of bases)
    for (const [writer, write] of writers) make(`${writer}, ${base}`, 1, (to) => write(at(`${base}.pdf`), to));
  make("LibreOffice, tagged", 1, signByLibreOffice);
  for (const { label, file, count } of [...made]) {
    for (const [writer, write] of writers) {
      // it takes files with a cross-reference table only, and writes the form anew
      if (writer !== "@signpdf") make(`${label}, then ${writer}`, count + 1, (to) => write(file, to));
    }
    if (!first) continue;
    const again = await signed(new Uint8Array(fs.readFileSync(file)), first).catch((error: unknown) => {
      // a file that cannot have an update is refused rather than broken
      if (!(error instanceof Failure && error.code === "pdf_signed")) throw error;
      console.log(`refused ${label}, then this service`);
    });
    if (!again) continue;
    make(`${label}, then this service`, count + 1, (to) => fs.writeFileSync(to, again));
  }
  let wrong = 0;
  for (const { label, file, count } of made) {
    const reports = await verifyPdf(new Uint8Array(fs.readFileSync(file)), {});
    const isValid = reports.length === count && reports.every(({ status }) => status === "valid");
    const said = spawnSync("pdfsig", ["-nocert", file], { encoding: "utf8" }).stdout;
    const byPoppler = said.split("Signature is Valid").length - 1;
    if (isValid && byPoppler === count) continue;
    wrong++;
    const problems = reports.map(({ field, status, problems: why }) => `${field} ${status} ${why.join(" ")}`);
    failures.push(`${label}: ${problems.join("; ")}; pdfsig finds ${byPoppler} of ${count} valid`);
  }
  console.log(`${made.length} files of other writers: ${wrong} wrong`);
}

function makeWriterKeys(): void {
  openssl(
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-noenc",
    "-days",
    "30",
    "-subj",
    "/CN=Writer/O=Check",
    "-keyout",
    "writer.key",
    "-out",
    "writer.pem",
  );
  openssl(
    "genpkey",
    "-algorithm",
    "RSA",
    "-pkeyopt",
    "rsa_keygen_bits:2048",
    "-pkeyopt",
    "rsa_keygen_pubexp:17",
    "-out",
    "odd.key",
  );
  openssl("req", "-x509", "-new", "-key", "odd.key", "-days", "30", "-subj", "/CN=Odd/O=Check", "-out", "odd.pem");
  const pair = ["-in", "writer.pem", "-inkey", "writer.key", "-name", "writer", "-passout", `pass:${PASSWORD}`];
  openssl("pkcs12", "-export", ...pair, "-out", "writer.p12");
  openssl("pkcs12", "-export", "-legacy", ...pair, "-out", "writer-legacy.p12");
  fs.mkdirSync(at("nss"), { recursive: true });
  const database = `sql:${at("nss")}`;
  execFileSync("certutil", ["-N", "-d", database, "--empty-password"], { stdio: "ignore" });
  execFileSync("pk12util", ["-i", at("writer.p12"), "-d", database, "-W", PASSWORD, "-K", ""], { stdio: "ignore" });
  execFileSync("certutil", ["-M", "-n", "writer", "-t", "CTu,CTu,CTu", "-d", database], { stdio: "ignore" });
}

function podofosign(key: string, from: string, to: string): void {
  const files = ["-in", from, "-out", to, "-cert", at(`${key}.pem`), "-pkey", at(`${key}.key`)];
  spawnSync("podofosign", files, { encoding: "utf8" });
}

function pdfsig(from: string, to: string): void {
  const database = ["-nssdir", `sql:${at("nss")}`, "-nick", "writer"];
  spawnSync("pdfsig", [...database, "-add-signature", from, to], { encoding: "utf8" });
}

/** In a process of its own: its modules are not the project's. */
function signpdf(from: string, to: string): void {
  const script = `
    const fs = require("node:fs");
    const { SignPdf } = require("@signpdf/signpdf");
    const { P12Signer } = require("@signpdf/signer-p12");
    const { plainAddPlaceholder } = require("@signpdf/placeholder-plain");
    const [from, to, key, passphrase] = process.argv.slice(1);
    const pdfBuffer = plainAddPlaceholder({ pdfBuffer: fs.readFileSync(from), reason: "r", contactInfo: "c", name: "n", location: "l" });
    new SignPdf().sign(pdfBuffer, new P12Signer(fs.readFileSync(key), { passphrase })).then((pdf) => fs.writeFileSync(to, pdf));`;
  const named = ["-e", script, from, to, at("writer-legacy.p12"), PASSWORD];
  const said = spawnSync(process.execPath, named, { cwd: import.meta.dirname, encoding: "utf8" });
  if (said.status !== 0) failures.push(`@signpdf: ${said.stderr.slice(0, 300)}`);
}

function signByLibreOffice(to: string): void {
  fs.writeFileSync(at("letter.txt"), "A letter.\n");
  const text = (value: string) => ({ type: "string", value });
  const yes = { type: "boolean", value: "true" };
  const filter = {
    SignPDF: yes,
    SignCertificateSubjectName: text("O=Check,CN=Writer"),
    SignatureReason: text("why"),
    UseTaggedPDF: yes,
  };
  const profile = `-env:UserInstallation=file://${at("office")}`;
  const output = ["--convert-to", `pdf:writer_pdf_Export:${JSON.stringify(filter)}`, "--outdir", folder];
  const env = { ...process.env, MOZILLA_CERTIFICATE_FOLDER: at("nss") };
  spawnSync("soffice", ["--headless", profile, ...output, at("letter.txt")], { env, encoding: "utf8" });
  if (fs.existsSync(at("letter.pdf"))) fs.renameSync(at("letter.pdf"), to);
}

/** Each kind of forgery has to be told: by the status, by what is not allowed, or by a remark or a change. */
async function checkForgeries(author: SigningIdentity, forger: SigningIdentity): Promise<void> {
  const place = { page: 1, leftPoints: 200, topPoints: 20, widthPoints: 80, heightPoints: 30 };
  const visibly = { box: place, look: { text: "Signed", fonts: [] } };
  const statement = { signedAt: new Date(), reason: "Contract" };
  const again = (bytes: Uint8Array) => signed(bytes, forger, { ...visibly, field: "Forged" });
  let reported = 0;
  for (const { name, certification, forge } of FORGERIES) {
    const original = await signed(contract(), author, { ...visibly, statement: { ...statement, certification } });
    const reports = await verifyPdf(await forge(original, again), {});
    const isReported = reports.some(
      ({ status, changesAllowed, remarks, changes }) =>
        status !== "valid" || !changesAllowed || remarks.length > 0 || changes.includes("annotations"),
    );
    if (isReported) reported++;
    else failures.push(`not told: ${name}`);
  }
  console.log(`${FORGERIES.length} forgeries: ${reported} told`);
}
