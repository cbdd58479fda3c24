import { Constructed, Enumerated, GeneralizedTime, OctetString, Primitive } from "asn1js";
import {
  BasicOCSPResponse,
  CertificateRevocationList,
  OCSPRequest,
  OCSPResponse,
  ResponseBytes,
  RevokedCertificate,
  SingleResponse,
  Time,
} from "pkijs";
import { present } from "../../domain/present.ts";
import type { TestAuthority } from "./make-identity.ts";

interface StatementOptions {
  /** When it is made. */
  from: Date;
  until?: Date;
  /** Revoked since. */
  revokedAt?: Date;
  /** Who answers in place of the authority. */
  delegate?: TestAuthority;
}

/** An OCSP answer to a request, about any certificate. */
export async function ocspAnswer(
  request: Uint8Array,
  authority: TestAuthority,
  { from, until, revokedAt, delegate }: StatementOptions,
): Promise<Uint8Array> {
  const asked = present(OCSPRequest.fromBER(Uint8Array.from(request)).tbsRequest.requestList[0]);
  const signer = delegate ?? authority;
  const single = new SingleResponse({
    certID: asked.reqCert,
    thisUpdate: from,
    ...(until ? { nextUpdate: until } : {}),
  });
  single.certStatus = revokedAt
    ? new Constructed({
        idBlock: { tagClass: 3, tagNumber: 1 },
        value: [new GeneralizedTime({ valueDate: revokedAt })],
      })
    : new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 }, lenBlock: { length: 1 } });
  const basic = new BasicOCSPResponse({ certs: [signer.certificate] });
  basic.tbsResponseData.responderID = signer.certificate.subject;
  basic.tbsResponseData.producedAt = from;
  basic.tbsResponseData.responses.push(single);
  await basic.sign(signer.privateKey, "SHA-256");
  const response = new OCSPResponse({
    responseStatus: new Enumerated({ value: 0 }),
    responseBytes: new ResponseBytes({
      responseType: "1.3.6.1.5.5.7.48.1.1",
      response: new OctetString({ valueHex: basic.toSchema().toBER(false) }),
    }),
  });
  return new Uint8Array(response.toSchema().toBER(false));
}

/** The list of what an authority has revoked. */
export async function revocationList(
  authority: TestAuthority,
  revoked: readonly TestAuthority[],
  { from, until, revokedAt = from }: StatementOptions,
): Promise<Uint8Array> {
  const list = new CertificateRevocationList();
  list.version = 1;
  list.issuer = authority.certificate.subject;
  list.thisUpdate = new Time({ type: 0, value: from });
  if (until) list.nextUpdate = new Time({ type: 0, value: until });
  if (revoked.length > 0) {
    list.revokedCertificates = revoked.map(
      ({ certificate }) =>
        new RevokedCertificate({
          userCertificate: certificate.serialNumber,
          revocationDate: new Time({ type: 0, value: revokedAt }),
        }),
    );
  }
  await list.sign(authority.privateKey, "SHA-256");
  return new Uint8Array(list.toSchema(true).toBER(false));
}
