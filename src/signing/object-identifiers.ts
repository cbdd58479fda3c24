/** Object identifiers of CMS and its attributes (RFC 5652, RFC 5035, RFC 3161, RFC 5280). */
export const OID = {
  data: "1.2.840.113549.1.7.1",
  signedData: "1.2.840.113549.1.7.2",
  timestampInfo: "1.2.840.113549.1.9.16.1.4",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingTime: "1.2.840.113549.1.9.5",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
  timestampToken: "1.2.840.113549.1.9.16.2.14",
} as const;

/** A hash function: as WebCrypto and as node:crypto name it. */
export interface HashName {
  subtle: string;
  node: string;
}

/** Hash functions by identifier. */
export const HASHES: Readonly<Record<string, HashName>> = {
  "1.3.14.3.2.26": { subtle: "SHA-1", node: "sha1" },
  "2.16.840.1.101.3.4.2.4": { subtle: "SHA-224", node: "sha224" },
  "2.16.840.1.101.3.4.2.1": { subtle: "SHA-256", node: "sha256" },
  "2.16.840.1.101.3.4.2.2": { subtle: "SHA-384", node: "sha384" },
  "2.16.840.1.101.3.4.2.3": { subtle: "SHA-512", node: "sha512" },
};

/** Algorithms of signatures that some writers name in the place of their hash function. */
export const HASH_ALIASES: Readonly<Record<string, string>> = {
  "1.2.840.113549.1.1.5": "1.3.14.3.2.26",
  "1.2.840.113549.1.1.11": "2.16.840.1.101.3.4.2.1",
  "1.2.840.113549.1.1.12": "2.16.840.1.101.3.4.2.2",
  "1.2.840.113549.1.1.13": "2.16.840.1.101.3.4.2.3",
};
