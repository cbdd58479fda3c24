import { beforeAll, describe, expect, it } from "vitest";
import type { SigningIdentity } from "./identity.ts";
import { signPdf } from "./sign-pdf.ts";
import { contract, FORGERIES } from "./testing/forgeries.ts";
import { makeCertificate, makeIdentity } from "./testing/make-identity.ts";
import { verifyPdf } from "./verify-pdf.ts";

const statement = { signedAt: new Date("2026-03-01T12:00:00Z"), reason: "Contract" };
const box = { page: 1, leftPoints: 200, topPoints: 20, widthPoints: 80, heightPoints: 30 };
const look = { text: "Signed", fonts: [] };

let author: SigningIdentity;
let forger: SigningIdentity;
const signed = new Map<number | undefined, Uint8Array>();

beforeAll(async () => {
  author = await makeIdentity(await makeCertificate({ name: "Author" }));
  forger = await makeIdentity(await makeCertificate({ name: "Forger" }));
  for (const certification of [undefined, 1, 2, 3] as const) {
    const { bytes } = await signPdf(contract(), author, { statement: { ...statement, certification }, box, look });
    signed.set(certification, bytes);
  }
});

const signAgain = async (bytes: Uint8Array) =>
  (await signPdf(bytes, forger, { statement, field: "Forged", box: { ...box, page: 1 }, look })).bytes;

describe("a forgery", () => {
  it.each(FORGERIES.map((each) => [each.name, each] as const))("by %s is told", async (_, forgery) => {
    const original = signed.get(forgery.certification) ?? new Uint8Array();
    expect(await verifyPdf(original, {})).toMatchObject([{ status: "valid", changes: [], remarks: [] }]);
    const { remark, ...expected } = forgery.expected;
    const reports = await verifyPdf(await forgery.forge(original, signAgain), {});
    expect(reports).toContainEqual(expect.objectContaining(expected));
    if (remark) expect(reports.flatMap(({ remarks }) => remarks).join()).toContain(remark);
  });
});
