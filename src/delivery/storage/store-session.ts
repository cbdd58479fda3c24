import type { OutboundAnswer } from "../../outbound/guarded-request.ts";

interface PieceOptions {
  /** How large a piece is; the last one may be smaller. */
  pieceBytes: number;
  /** Whether an answer says that it is to go on. */
  goesOn(answer: OutboundAnswer): boolean;
  send(body: Uint8Array, contentRange: string): Promise<OutboundAnswer>;
}

/** Sends a file in pieces by `Content-Range` (RFC 9110, 14.4). @returns what the last piece was answered, or what ended it */
export async function sendInRanges(
  bytes: Uint8Array,
  { pieceBytes, goesOn, send }: PieceOptions,
): Promise<OutboundAnswer> {
  for (let start = 0; ; start += pieceBytes) {
    const end = Math.min(start + pieceBytes, bytes.length);
    const answer = await send(bytes.subarray(start, end), `bytes ${start}-${end - 1}/${bytes.length}`);
    if (end === bytes.length || !goesOn(answer)) return answer;
  }
}
