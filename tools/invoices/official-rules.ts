/**
 * The official Schematron rules, as XSLT that writes SVRL, run on a folder of invoices by Saxon-HE (on Debian:
 * libsaxonhe-java and default-jre-headless). Nothing of it is part of the service.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { readXmlElements, type XmlElement } from "../../src/pdf/xmp/xml-elements.ts";

/** A rule that the official ones say is broken. */
export interface OfficialProblem {
  id: string;
  isFatal: boolean;
  text: string;
}

const SAXON = "/usr/share/java";

function saxonJar(): string {
  const jar = fs.existsSync(SAXON) ? fs.readdirSync(SAXON).find((name) => /^Saxon-HE.*\.jar$/.test(name)) : undefined;
  if (!jar) throw new Error("Saxon-HE is not here: apt-get install libsaxonhe-java default-jre-headless");
  return path.join(SAXON, jar);
}

/** Which of the compiled rules judge an invoice, by its syntax and the specification that it names. */
function rulesFor(xml: string): string[] {
  const named =
    /<[\w:]*(?:CustomizationID|GuidelineSpecifiedDocumentContextParameter)[^>]*>(?:\s*<[\w:]*ID[^>]*>)?\s*([^<\s]+)/;
  const guideline = (named.exec(xml)?.[1] ?? "").toLowerCase();
  const isCii = xml.slice(0, 3_000).includes("CrossIndustryInvoice");
  const syntax = isCii ? "CII" : "UBL";
  if (isCii && guideline.includes("factur-x.eu:1p0:minimum")) return ["FACTUR-X_MINIMUM"];
  if (isCii && guideline.includes("basicwl")) return ["FACTUR-X_BASIC-WL"];
  if (isCii && guideline.includes("extended") && !guideline.includes("xrechnung")) return ["FACTUR-X_EXTENDED"];
  return [
    `EN16931-${syntax}-validation-preprocessed`,
    ...(isCii && guideline.includes("basic") ? ["FACTUR-X_BASIC"] : []),
    ...(isCii && guideline === "urn:cen.eu:en16931:2017" ? ["FACTUR-X_EN16931"] : []),
    ...(guideline.includes("xrechnung") ? [`XRechnung-${syntax}-validation`] : []),
    ...(guideline.includes("peppol") ? [`PEPPOL-EN16931-${syntax}`] : []),
  ];
}

/**
 * What the official rules say of each invoice, by its name.
 * @param compiled folder of the rules as XSLT
 * @throws Error for one that they cannot judge
 */
export function officialProblems(
  invoices: ReadonlyMap<string, Uint8Array>,
  compiled: string,
): Map<string, OfficialProblem[]> {
  const found = new Map<string, OfficialProblem[]>([...invoices.keys()].map((name) => [name, []]));
  const sets = new Map<string, string[]>();
  for (const [name, xml] of invoices) {
    for (const rules of rulesFor(new TextDecoder().decode(xml))) sets.set(rules, [...(sets.get(rules) ?? []), name]);
  }
  for (const [rules, names] of sets) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "official-rules-"));
    const [source, result] = [path.join(folder, "source"), path.join(folder, "result")];
    fs.mkdirSync(source);
    fs.mkdirSync(result);
    for (const [index, name] of names.entries()) {
      fs.writeFileSync(path.join(source, `${index}.xml`), invoices.get(name) ?? new Uint8Array());
    }
    const xslt = path.join(compiled, `${rules}.xsl`);
    const options = ["-cp", saxonJar(), "net.sf.saxon.Transform", `-s:${source}`, `-o:${result}`, `-xsl:${xslt}`];
    try {
      execFileSync("java", [...options, "-warnings:silent"], { stdio: ["ignore", "ignore", "pipe"] });
    } catch (error) {
      // one file that its rules cannot judge is told below, by its missing result
      if (!(error instanceof Error && "stderr" in error)) throw error;
    }
    for (const [index, name] of names.entries()) {
      const written = [`${index}.xml`, String(index)].map((each) => path.join(result, each)).find(fs.existsSync);
      if (!written) {
        found.get(name)?.push({ id: "not judged", isFatal: true, text: rules });
        continue;
      }
      found.get(name)?.push(...problemsIn(readXmlElements(fs.readFileSync(written, "utf8"))));
    }
    fs.rmSync(folder, { recursive: true });
  }
  return found;
}

function problemsIn(report: XmlElement): OfficialProblem[] {
  return report.children
    .filter(({ local }) => local === "failed-assert" || local === "successful-report")
    .map((element) => {
      const attribute = (name: string) => element.attributes.find(({ local }) => local === name)?.value;
      const flag = attribute("flag") ?? attribute("role") ?? "fatal";
      const text = element.children.map((child) => child.text).join(" ");
      return {
        id: attribute("id") ?? "",
        isFatal: flag === "fatal" || flag === "error",
        text: text.trim().replaceAll(/\s+/g, " ").slice(0, 160),
      };
    });
}
