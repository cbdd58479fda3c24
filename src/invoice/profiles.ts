import type { EInvoiceProfile } from "../domain/document.ts";

/** Profiles of Factur-X and ZUGFeRD, from the poorest to the richest; XRechnung is EN 16931 with rules of its own. */
const PROFILE_LEVELS = ["minimum", "basic-wl", "basic", "en16931", "extended"] as const;
export type ProfileLevel = (typeof PROFILE_LEVELS)[number];

export const PEPPOL_GUIDELINE = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
/** The process of billing, of those that Peppol has (BT-23). */
export const BILLING_PROCESS = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

export type InvoiceProfile = EInvoiceProfile;

interface ProfileFacts {
  level: ProfileLevel;
  /** BT-24. */
  guideline: string;
  /** What the PDF's metadata call it (Factur-X 1.0, 6.2). */
  conformanceLevel: string;
  fileName: string;
  /** What the XML is to the PDF (ISO 19005-3, annex E): the poor profiles are not invoices by themselves. */
  relationship: "Alternative" | "Data";
}

const facturX = (
  level: ProfileLevel,
  guideline: string,
  conformanceLevel: string,
  relationship: ProfileFacts["relationship"] = "Alternative",
): ProfileFacts => ({ level, guideline, conformanceLevel, fileName: "factur-x.xml", relationship });

export const PROFILE_FACTS: Readonly<Record<InvoiceProfile, ProfileFacts>> = {
  minimum: facturX("minimum", "urn:factur-x.eu:1p0:minimum", "MINIMUM", "Data"),
  "basic-wl": facturX("basic-wl", "urn:factur-x.eu:1p0:basicwl", "BASIC WL", "Data"),
  basic: facturX("basic", "urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic", "BASIC"),
  en16931: facturX("en16931", "urn:cen.eu:en16931:2017", "EN 16931"),
  extended: facturX("extended", "urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended", "EXTENDED"),
  xrechnung: {
    level: "en16931",
    guideline: "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0",
    conformanceLevel: "XRECHNUNG",
    fileName: "xrechnung.xml",
    relationship: "Alternative",
  },
  peppol: {
    level: "en16931",
    guideline: PEPPOL_GUIDELINE,
    conformanceLevel: "PEPPOL",
    fileName: "peppol.xml",
    relationship: "Alternative",
  },
};

/** The level of Factur-X that a specification names, in any of its spellings; EN 16931 for others. */
export function levelOf(guideline: string): ProfileLevel {
  const named = guideline.toLowerCase();
  if (named.includes("xrechnung")) return "en16931";
  if (/[:#]minimum\b/.test(named)) return "minimum";
  if (/[:#]basic[ _-]?wl\b/.test(named)) return "basic-wl";
  if (/[:#]basic\b/.test(named)) return "basic";
  return /[:#]extended\b/.test(named) ? "extended" : "en16931";
}

/** Whether a level is another, or richer. */
export function atLeast(level: ProfileLevel, from: ProfileLevel): boolean {
  return PROFILE_LEVELS.indexOf(level) >= PROFILE_LEVELS.indexOf(from);
}

/** Whether a profile has what only profiles from a level on have. */
export function hasLevel(profile: InvoiceProfile, from: ProfileLevel): boolean {
  return atLeast(PROFILE_FACTS[profile].level, from);
}

/** The profile that an invoice names as its guideline (BT-24), in any of its spellings; undefined for other specifications. */
export function profileOf(guideline: string): InvoiceProfile | undefined {
  const named = guideline.trim().toLowerCase();
  if (named.includes("xrechnung")) return "xrechnung";
  if (named.includes("peppol")) return "peppol";
  if (/[:#](?:factur-x|zugferd|cpro|ferd)\b|factur-x\.eu|zugferd\.de|cpro\.gouv/.test(named)) return levelOf(named);
  return /^urn:cen\.eu:en16931:2017$/.test(named) ? "en16931" : undefined;
}
