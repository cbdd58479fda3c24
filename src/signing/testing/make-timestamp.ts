import { createHash } from "node:crypto";
import { Integer, ObjectIdentifier, OctetString } from "asn1js";
import {
  Attribute,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { OID } from "../object-identifiers.ts";
import type { AskAuthority } from "../timestamp.ts";
import type { TestAuthority } from "./make-identity.ts";

/** An authority that stamps whatever it is asked to (RFC 3161), always with the same time. */
export function timestampAuthority(own: TestAuthority, time: Date): AskAuthority {
  return async (request) => {
    const { messageImprint, nonce } = TimeStampReq.fromBER(Uint8Array.from(request));
    const info = new TSTInfo({
      version: 1,
      policy: "1.2.3.4",
      messageImprint,
      serialNumber: new Integer({ value: 7 }),
      genTime: time,
      ...(nonce ? { nonce } : {}),
    });
    const content = info.toSchema().toBER(false);
    const digest = Uint8Array.from(createHash("sha256").update(new Uint8Array(content)).digest());
    const signer = new SignerInfo({
      version: 1,
      sid: new IssuerAndSerialNumber({
        issuer: own.certificate.issuer,
        serialNumber: own.certificate.serialNumber,
      }),
      signedAttrs: new SignedAndUnsignedAttributes({
        type: 0,
        attributes: [
          new Attribute({ type: OID.contentType, values: [new ObjectIdentifier({ value: OID.timestampInfo })] }),
          new Attribute({ type: OID.messageDigest, values: [new OctetString({ valueHex: digest.buffer })] }),
        ],
      }),
    });
    const signed = new SignedData({
      version: 3,
      encapContentInfo: new EncapsulatedContentInfo({
        eContentType: OID.timestampInfo,
        eContent: new OctetString({ valueHex: content }),
      }),
      signerInfos: [signer],
      certificates: [own.certificate],
    });
    await signed.sign(own.privateKey, 0, "SHA-256");
    const token = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema() });
    const response = new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token });
    return new Uint8Array(response.toSchema().toBER(false));
  };
}
