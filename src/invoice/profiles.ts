import { E_INVOICE_PROFILES, type EInvoiceProfile } from "../domain/document.ts";

/** Profiles of Factur-X and ZUGFeRD, from the poorest to the richest; XRechnung is EN 16931 with rules of its own. */
const PROFILE_LEVELS = ["minimum", "basic-wl", "basic", "en16931", "extended"] as const;
export type ProfileLevel = (typeof PROFILE_LEVELS)[number];

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
};

/** Whether a profile has what only profiles from a level on have. */
export function hasLevel(profile: InvoiceProfile, from: ProfileLevel): boolean {
  return PROFILE_LEVELS.indexOf(PROFILE_FACTS[profile].level) >= PROFILE_LEVELS.indexOf(from);
}

/** The profile that an invoice names as its guideline (BT-24). */
export function profileOf(guideline: string): InvoiceProfile | undefined {
  const known = E_INVOICE_PROFILES.find((profile) => PROFILE_FACTS[profile].guideline === guideline);
  if (known) return known;
  // other versions of the same specification
  return guideline.includes("xrechnung") ? "xrechnung" : undefined;
}
