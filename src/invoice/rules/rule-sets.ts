import { levelOf, type ProfileLevel } from "../profiles.ts";
import type { UblKind } from "../ubl/ubl-mapping.ts";

/** Which rules an invoice has to keep, by its syntax and by the specification that it names (BT-24). */
export interface RuleSets {
  syntax: "cii" | "ubl";
  /** The document of UBL that it is. */
  kind: UblKind | undefined;
  level: ProfileLevel;
  /** The rules of EN 16931 as CEN publishes them: all but the profiles of Factur-X that are no invoices, or more than one. */
  cen: boolean;
  /** Factur-X has rules of its own for each profile. */
  facturX: boolean;
  xrechnung: boolean;
  /** XRechnung's extension: lines within lines, payments by others. */
  xrechnungExtension: boolean;
  /** XRechnung for clean vehicles. */
  cleanVehicles: boolean;
  peppol: boolean;
}

const XRECHNUNG = "urn:xeinkauf.de:kosit:xrechnung_";
const XRECHNUNG_GUIDELINE = `urn:cen.eu:en16931:2017#compliant#${XRECHNUNG}3.0`;
const EXTENSION = `${XRECHNUNG_GUIDELINE}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`;
const CLEAN_VEHICLES = `${XRECHNUNG_GUIDELINE}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`;
/** The specifications that XRechnung 3.0 knows (BR-DE-21). */
export const XRECHNUNG_GUIDELINES: readonly string[] = [XRECHNUNG_GUIDELINE, EXTENSION, CLEAN_VEHICLES];

export function ruleSetsOf(guideline: string, syntax: RuleSets["syntax"], kind?: UblKind): RuleSets {
  const named = guideline.trim().toLowerCase();
  const isCii = syntax === "cii";
  const level = isCii ? levelOf(guideline) : "en16931";
  const xrechnung = named.includes("xrechnung");
  return {
    syntax,
    kind,
    level,
    cen: level === "basic" || level === "en16931",
    facturX: isCii && (level !== "en16931" || named === "urn:cen.eu:en16931:2017"),
    xrechnung,
    xrechnungExtension: named === EXTENSION,
    cleanVehicles: named === CLEAN_VEHICLES,
    peppol: named.includes("peppol"),
  };
}
