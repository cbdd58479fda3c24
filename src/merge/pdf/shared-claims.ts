import type { DocumentSettings } from "../../domain/document.ts";
import type { RouteSettings } from "../../domain/route.ts";

/** What a combined PDF claims and is signed by: what all of its documents agree on. */
export function sharedClaims(documents: readonly DocumentSettings[]): RouteSettings {
  const claims = documents.map(({ pdf_a, pdf_ua, signature, e_invoice, e_invoice_syntax }) => ({
    // an e-invoice alone makes its PDF an archive
    pdf_a: pdf_a ?? (e_invoice && e_invoice_syntax !== "ubl" ? ("3b" as const) : undefined),
    pdf_ua,
    signature,
  }));
  const [first] = claims;
  const agree = (name: "pdf_a" | "pdf_ua" | "signature") =>
    claims.every((claim) => JSON.stringify(claim[name]) === JSON.stringify(first?.[name]));
  return {
    ...(agree("pdf_a") && first?.pdf_a ? { pdf_a: first.pdf_a } : {}),
    ...(agree("pdf_ua") && first?.pdf_ua ? { pdf_ua: true } : {}),
    ...(agree("signature") && first?.signature ? { signature: first.signature } : {}),
  };
}
