import { Integer, Utf8String } from "asn1js";
import {
  AccessDescription,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  Time,
} from "pkijs";
import type { SigningIdentity } from "../identity.ts";
import { ACCESS } from "../revocation.ts";

/** How a certificate for tests is made. */
interface CertificateOptions {
  name: string;
  algorithm?: "rsa" | "ec";
  issuer?: TestAuthority;
  isAuthority?: boolean;
  validFrom?: Date;
  validTo?: Date;
  /** For a timestamping authority. */
  stamps?: boolean;
  /** For one that answers in place of an authority. */
  answers?: boolean;
  ocspUrl?: string;
  crlUrl?: string;
  issuerUrl?: string;
}

/** A certificate with its keys. */
export interface TestAuthority {
  certificate: Certificate;
  der: Uint8Array;
  privateKey: CryptoKey;
}

const ALGORITHMS = {
  rsa: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  ec: { name: "ECDSA", namedCurve: "P-256" },
};

let serial = 1;

/** Makes a certificate, its own authority if no issuer is given. */
export async function makeCertificate(options: CertificateOptions): Promise<TestAuthority> {
  const { name, algorithm = "ec", issuer } = options;
  const { publicKey, privateKey } = (await crypto.subtle.generateKey(ALGORITHMS[algorithm], true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: serial++ });
  const ownName = new AttributeTypeAndValue({ type: "2.5.4.3", value: new Utf8String({ value: name }) });
  certificate.subject.typesAndValues.push(ownName);
  if (issuer) certificate.issuer = issuer.certificate.subject;
  else certificate.issuer.typesAndValues.push(ownName);
  certificate.notBefore = new Time({ type: 0, value: options.validFrom ?? new Date("2020-01-01T00:00:00Z") });
  certificate.notAfter = new Time({ type: 0, value: options.validTo ?? new Date("2040-01-01T00:00:00Z") });
  certificate.extensions = [];
  if (options.isAuthority ?? !issuer) {
    const constraints = new BasicConstraints({ cA: true });
    certificate.extensions.push(extension("2.5.29.19", constraints.toSchema().toBER(false)));
  }
  const purposes = [
    ...(options.stamps ? ["1.3.6.1.5.5.7.3.8"] : []),
    ...(options.answers ? ["1.3.6.1.5.5.7.3.9"] : []),
  ];
  if (purposes.length > 0) {
    const usage = new ExtKeyUsage({ keyPurposes: purposes });
    certificate.extensions.push(extension("2.5.29.37", usage.toSchema().toBER(false)));
  }
  certificate.extensions.push(...addressExtensions(options));
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(issuer?.privateKey ?? privateKey, "SHA-256");
  const der = new Uint8Array(certificate.toSchema(true).toBER(false));
  return { certificate: Certificate.fromBER(der), der, privateKey };
}

function addressExtensions({ ocspUrl, crlUrl, issuerUrl }: CertificateOptions): Extension[] {
  const place = (value: string) => new GeneralName({ type: 6, value });
  const access = [
    ...(ocspUrl ? [new AccessDescription({ accessMethod: ACCESS.ocsp, accessLocation: place(ocspUrl) })] : []),
    ...(issuerUrl ? [new AccessDescription({ accessMethod: ACCESS.issuer, accessLocation: place(issuerUrl) })] : []),
  ];
  const points = crlUrl ? [new DistributionPoint({ distributionPoint: [place(crlUrl)] })] : [];
  const made: [string, { toSchema(): { toBER(sizeOnly: boolean): ArrayBuffer } }][] = [
    ...(access.length > 0
      ? [["1.3.6.1.5.5.7.1.1", new InfoAccess({ accessDescriptions: access })] as [string, InfoAccess]]
      : []),
    ...(points.length > 0
      ? [["2.5.29.31", new CRLDistributionPoints({ distributionPoints: points })] as [string, CRLDistributionPoints]]
      : []),
  ];
  return made.map(
    ([extnID, value]) => new Extension({ extnID, critical: false, extnValue: value.toSchema().toBER(false) }),
  );
}

function extension(extnID: string, extnValue: ArrayBuffer): Extension {
  return new Extension({ extnID, critical: true, extnValue });
}

/** A signer, with those who vouch for it. */
export async function makeIdentity(own: TestAuthority, ...chain: TestAuthority[]): Promise<SigningIdentity> {
  const privateKey = new Uint8Array((await crypto.subtle.exportKey("pkcs8", own.privateKey)) as ArrayBuffer);
  return { privateKey, certificates: [own, ...chain].map(({ der }) => der) };
}

/** PEM as people send it. */
export function asPem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString("base64")
    .match(/.{1,64}/g);
  return `-----BEGIN ${label}-----\n${lines?.join("\n")}\n-----END ${label}-----\n`;
}

export function identityPem({ privateKey, certificates }: SigningIdentity): Uint8Array {
  const blocks = [asPem("PRIVATE KEY", privateKey), ...certificates.map((der) => asPem("CERTIFICATE", der))];
  return new TextEncoder().encode(blocks.join(""));
}
