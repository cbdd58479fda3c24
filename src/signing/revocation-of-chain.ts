import type { Certificate } from "pkijs";
import type { SecurityStore } from "../pdf/signature/security-store.ts";
import { parseCertificate } from "./certificate.ts";
import type { CertificateChecks, ChainedCertificate } from "./certificate-checks.ts";
import { crlStatement, ocspStatement, type RevocationStatement } from "./revocation.ts";

export type Revocation = "good" | "revoked" | "unknown";

/** Statements that name no end are trusted for a week. */
const DEFAULT_CURRENT_MS = 7 * 24 * 60 * 60_000;
/** The most statements that are read for all signatures of a file; each one is a signature to verify. */
export const MAX_STATEMENTS = 400;

/**
 * What a store says about a chain's revocation at a time. Nobody is asked.
 * @param chain from the signer on
 * @param time of signing; without one nothing is known
 * @param checks by which the signatures of statements are verified
 * @param budget how many more statements are read
 */
export async function revocationOf(
  chain: readonly ChainedCertificate[],
  store: SecurityStore,
  time: Date | null,
  checks: CertificateChecks,
  budget: { statements: number },
): Promise<Revocation> {
  if (!time || store.ocsps.length + store.crls.length === 0) return "unknown";
  let known: Revocation = chain.length > 0 ? "good" : "unknown";
  for (const [index, { certificate }] of chain.entries()) {
    if (certificate.issuer.isEqual(certificate.subject)) break;
    const issuer = chain[index + 1]?.certificate ?? issuerIn(store, certificate);
    let own: Revocation = "unknown";
    for (const [items, read] of [
      [store.ocsps, ocspStatement],
      [store.crls, crlStatement],
    ] as const) {
      for (const item of items) {
        if (!issuer || own === "revoked" || budget.statements-- <= 0) break;
        const said = await read(item, certificate, issuer, checks);
        const at = said && statusAt(said, time);
        if (at && at !== "unknown") own = at;
      }
    }
    if (own === "revoked") return "revoked";
    if (own === "unknown") known = "unknown";
  }
  return known;
}

/** What a statement means for a time: one that was out of date by then says nothing, unless it says revoked. */
function statusAt({ status, revokedAt, from, until }: RevocationStatement, time: Date): Revocation {
  if (status === "revoked") return revokedAt && revokedAt > time ? "good" : "revoked";
  const end = until ?? new Date(from.getTime() + DEFAULT_CURRENT_MS);
  return end >= time ? status : "unknown";
}

function issuerIn({ certificates }: SecurityStore, { issuer }: Certificate): Certificate | undefined {
  for (const der of certificates) {
    try {
      const certificate = parseCertificate(der);
      if (certificate.subject.isEqual(issuer)) return certificate;
    } catch {
      // something that is not a certificate vouches for nobody
    }
  }
  return undefined;
}
