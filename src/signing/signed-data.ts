import { createHash } from "node:crypto";
import { fromBER, ObjectIdentifier, OctetString, Sequence } from "asn1js";
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import { present } from "../domain/present.ts";
import { importSigningKey } from "./algorithms.ts";
import { signerCertificate } from "./certificate.ts";
import type { SigningIdentity } from "./identity.ts";
import { OID } from "./object-identifiers.ts";

/** Gives a timestamp token for the digest of a signature's value (RFC 3161, 2.4.2). */
export type TimestampOf = (message: Uint8Array) => Promise<Uint8Array>;

/** What is signed, in the form that the hash for the key needs. */
export type DigestOf = (nodeAlgorithm: string) => Uint8Array;

/**
 * A detached CAdES signature (RFC 5652, ETSI EN 319 122-1, baseline B-B; with a timestamp B-T). It states no time of
 * its own: in a PDF the signature dictionary does (ETSI EN 319 142-1, 5.3).
 * @returns DER
 * @throws Failure those of importSigningKey and of the timestamp
 */
export async function signDigest(
  identity: SigningIdentity,
  digestOf: DigestOf,
  timestamp?: TimestampOf,
): Promise<Uint8Array> {
  const certificates = identity.certificates.map(signerCertificate);
  const signer = present(certificates[0]);
  const { key, hash } = await importSigningKey(identity.privateKey);
  const digest = digestOf(hash.toLowerCase().replace("-", ""));
  const attributes = [
    attribute(OID.contentType, new ObjectIdentifier({ value: OID.data })),
    attribute(OID.messageDigest, octets(digest)),
    attribute(OID.signingCertificateV2, certificateReference(present(identity.certificates[0]))),
  ];
  const info = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: signer.issuer, serialNumber: signer.serialNumber }),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: inDerOrder(attributes) }),
  });
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    signerInfos: [info],
    certificates,
  });
  await signed.sign(key, 0, hash);
  if (timestamp) {
    const token = await timestamp(new Uint8Array(info.signature.valueBlock.valueHexView));
    info.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(OID.timestampToken, fromBER(Uint8Array.from(token)).result)],
    });
  }
  const content = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema() });
  return new Uint8Array(content.toSchema().toBER(false));
}

function attribute(type: string, value: object): Attribute {
  return new Attribute({ type, values: [value] });
}

function octets(bytes: Uint8Array): OctetString {
  return new OctetString({ valueHex: Uint8Array.from(bytes).buffer });
}

/**
 * Binds the signature to this very certificate (RFC 5035, 4): ESSCertIDv2 by SHA-256, which is the default and so not
 * written.
 */
function certificateReference(der: Uint8Array): Sequence {
  const hash = octets(createHash("sha256").update(der).digest());
  const sequence = (...value: (Sequence | OctetString)[]) => new Sequence({ value });
  return sequence(sequence(sequence(hash)));
}

/**
 * The members of a set are in the order of their encodings (X.690, 11.6), or verifiers would compute another digest.
 */
function inDerOrder(attributes: readonly Attribute[]): Attribute[] {
  const encoded = attributes.map((each) => ({ each, bytes: Buffer.from(each.toSchema().toBER(false)) }));
  return encoded.sort((left, right) => Buffer.compare(left.bytes, right.bytes)).map(({ each }) => each);
}
