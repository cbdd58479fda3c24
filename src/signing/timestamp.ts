import { createHash, randomBytes } from "node:crypto";
import { fromBER, Integer, OctetString } from "asn1js";
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from "pkijs";
import { Failure } from "../domain/failure.ts";
import type { TimestampOf } from "./signed-data.ts";

/** Sends a request to a timestamping authority and gives its answer. */
export type AskAuthority = (request: Uint8Array) => Promise<Uint8Array>;

const SHA256 = "2.16.840.1.101.3.4.2.1";
const GRANTED = 0;
const GRANTED_WITH_CHANGES = 1;

/**
 * Gets timestamps of an authority (RFC 3161), and checks that they are for what was requested.
 * @throws Failure `signature_failed`
 */
export function timestampsFrom(ask: AskAuthority): TimestampOf {
  return async (message) => {
    const digest = Uint8Array.from(createHash("sha256").update(message).digest());
    const nonce = Uint8Array.from(randomBytes(8));
    // a positive number
    nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
    const request = new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
        hashedMessage: new OctetString({ valueHex: digest.buffer }),
      }),
      nonce: new Integer({ valueHex: nonce.buffer }),
      certReq: true,
    });
    const answer = await ask(new Uint8Array(request.toSchema().toBER(false)));
    const token = readToken(answer);
    const { imprint, tokenNonce } = token;
    if (Buffer.compare(imprint, digest) !== 0) failed("it stamped something else");
    if (tokenNonce !== undefined && Buffer.compare(tokenNonce, nonce) !== 0) failed("it answered another request");
    return token.der;
  };
}

function readToken(answer: Uint8Array): { der: Uint8Array; imprint: Uint8Array; tokenNonce: Uint8Array | undefined } {
  const response = parsed(() => TimeStampResp.fromBER(Uint8Array.from(answer)));
  const { status, statusStrings } = response.status;
  if (status !== GRANTED && status !== GRANTED_WITH_CHANGES) {
    const said = statusStrings?.map(({ valueBlock }) => valueBlock.value).join(" ") ?? "";
    return failed(`it refused with status ${status}${said ? `: ${said.slice(0, 200)}` : ""}`);
  }
  const content = response.timeStampToken;
  if (!content) return failed("its answer has no timestamp");
  const der = new Uint8Array(content.toSchema().toBER(false));
  const info = timestampInfo(der);
  return {
    der,
    imprint: new Uint8Array(info.messageImprint.hashedMessage.valueBlock.valueHexView),
    tokenNonce: info.nonce && new Uint8Array(info.nonce.valueBlock.valueHexView),
  };
}

/** What a timestamp token says. @throws Failure `signature_failed` */
export function timestampInfo(token: Uint8Array): TSTInfo {
  return parsed(() => {
    const content = ContentInfo.fromBER(Uint8Array.from(token));
    const signed = new SignedData({ schema: content.content });
    const inner = signed.encapContentInfo.eContent;
    if (!inner) throw new Error("empty");
    return new TSTInfo({ schema: fromBER(inner.getValue()).result });
  });
}

function parsed<Result>(read: () => Result): Result {
  try {
    return read();
  } catch {
    return failed("its answer is not a timestamp (RFC 3161)");
  }
}

function failed(reason: string): never {
  throw new Failure("signature_failed", `The timestamping authority gave no timestamp: ${reason}.`);
}
